// The client that oapi-codegen makes: a call on each line in, its answer on a line out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"

	api "collections"
)

type answer struct {
	Status int `json:"status"`
	Body   any `json:"body"`
}

func main() {
	withKey := api.WithRequestEditorFn(func(_ context.Context, request *http.Request) error {
		request.Header.Set("x-api-key", os.Getenv("API_KEY"))
		return nil
	})
	client, err := api.NewClientWithResponses(os.Getenv("BASE_URL"), withKey)
	must(err)
	ctx := context.Background()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		asked := struct {
			Call, ID string
			Page     int
			Body     json.RawMessage
		}{}
		must(json.Unmarshal(lines.Bytes(), &asked))
		switch asked.Call {
		case "create":
			var request api.CreateCollectionRequest
			must(json.Unmarshal(asked.Body, &request))
			found, err := client.CreateCollectionWithResponse(ctx, &api.CreateCollectionParams{}, request)
			must(err)
			say(found.StatusCode(), found.JSON201, found.Body)
		case "get":
			found, err := client.GetCollectionWithResponse(ctx, asked.ID)
			must(err)
			say(found.StatusCode(), found.JSON200, found.Body)
		default:
			limit := 2
			found, err := client.ListCollectionsWithResponse(ctx, &api.ListCollectionsParams{Page: &asked.Page, Limit: &limit})
			must(err)
			say(found.StatusCode(), found.JSON200, found.Body)
		}
	}
}

// What was read into the client's own types, if it was.
func say[Read any](status int, read *Read, raw []byte) {
	var body any = json.RawMessage(raw)
	if read != nil {
		body = read
	}
	text, err := json.Marshal(answer{status, body})
	must(err)
	fmt.Println(string(text))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
