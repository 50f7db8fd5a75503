"""The client that openapi-python-client makes: a call on each line in, its answer on a line out."""

import json
import os
import sys

from collections_client import AuthenticatedClient
from collections_client.api.collections import create_collection, get_collection, list_collections
from collections_client.models import CreateCollectionRequest

client = AuthenticatedClient(os.environ["BASE_URL"], token=os.environ["API_KEY"], prefix="", auth_header_name="x-api-key")


def answer(asked):
    if asked["call"] == "create":
        return create_collection.sync_detailed(client=client, body=CreateCollectionRequest.from_dict(asked["body"]))
    if asked["call"] == "get":
        return get_collection.sync_detailed(asked["id"], client=client)
    return list_collections.sync_detailed(client=client, page=asked["page"], limit=2)


for line in sys.stdin:
    found = answer(json.loads(line))
    print(json.dumps({"status": int(found.status_code), "body": found.parsed.to_dict()}), flush=True)
