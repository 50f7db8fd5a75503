import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.CollectionsApi;
import org.openapitools.client.model.CreateCollectionRequest;

/** The client that openapi-generator makes for Java: a call on each line in, its answer on a line out. */
public class Story {
  public static void main(String[] args) throws Exception {
    ObjectMapper mapper = ApiClient.createDefaultObjectMapper();
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("BASE_URL"));
    client.setRequestInterceptor(request -> request.header("x-api-key", System.getenv("API_KEY")));
    CollectionsApi api = new CollectionsApi(client);
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      JsonNode asked = mapper.readTree(line);
      ObjectNode answer = mapper.createObjectNode();
      try {
        answer.put("status", 200);
        answer.set("body", mapper.valueToTree(answerTo(api, mapper, asked)));
      } catch (ApiException refused) {
        answer.put("status", refused.getCode());
        answer.set("body", mapper.readTree(refused.getResponseBody()));
      }
      System.out.println(mapper.writeValueAsString(answer));
    }
  }

  private static Object answerTo(CollectionsApi api, ObjectMapper mapper, JsonNode asked) throws Exception {
    switch (asked.get("call").asText()) {
      case "create":
        return api.createCollection(mapper.treeToValue(asked.get("body"), CreateCollectionRequest.class), null);
      case "get":
        return api.getCollection(asked.get("id").asText());
      default:
        return api.listCollections(asked.get("page").asInt(), 2, null, null, null, null, null, null, null);
    }
  }
}
