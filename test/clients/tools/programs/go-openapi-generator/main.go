// The client that openapi-generator makes for Go: a call on each line in, its answer on a line out.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"

	api "github.com/GIT_USER_ID/GIT_REPO_ID"
)

type answer struct {
	Status int `json:"status"`
	Body   any `json:"body"`
}

func main() {
	configuration := api.NewConfiguration()
	configuration.Servers = api.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	keys := map[string]api.APIKey{"ApiKey": {Key: os.Getenv("API_KEY")}}
	ctx := context.WithValue(context.Background(), api.ContextAPIKeys, keys)
	client := api.NewAPIClient(configuration).CollectionsAPI
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		asked := struct {
			Call, ID string
			Page     int32
			Body     json.RawMessage
		}{}
		must(json.Unmarshal(lines.Bytes(), &asked))
		var body any
		var response *http.Response
		var err error
		switch asked.Call {
		case "create":
			var request api.CreateCollectionRequest
			must(json.Unmarshal(asked.Body, &request))
			body, response, err = client.CreateCollection(ctx).CreateCollectionRequest(request).Execute()
		case "get":
			body, response, err = client.GetCollection(ctx, asked.ID).Execute()
		default:
			body, response, err = client.ListCollections(ctx).Page(asked.Page).Limit(2).Execute()
		}
		var refused *api.GenericOpenAPIError
		if errors.As(err, &refused) {
			body = json.RawMessage(refused.Body())
		} else {
			must(err)
		}
		text, err := json.Marshal(answer{response.StatusCode, body})
		must(err)
		fmt.Println(string(text))
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
