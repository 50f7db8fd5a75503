"""The client that openapi-generator makes for Python, through the same steps as the clients in TypeScript."""

import json
import os

import collections_client
from collections_client.api.collections_api import CollectionsApi
from collections_client.exceptions import ApiException
from collections_client.models.create_collection_request import CreateCollectionRequest

METADATA = [
    {"description": "Two pairs of shoes"},
    {"description": "Shoes", "colour": "red", "sizes": [41, 42.5], "gift": False, "note": None},
    {"description": "Shoes", "parts": {"left": {"laces": ["a", {"b": [[]]}]}, "right": {}}},
    [{"description": "Shoes", "quantity": 2}, {"description": "Socks", "tags": ["wool", {"warm": True}]}],
    None,
]
AMOUNTS = [20000001.5, 147480.18, 19.99]
CONTACT = {"firstName": "Ada", "lastName": "Obi", "phone": "+2348031234567", "email": "ada@example.com"}


def order(reference, metadata, value=19.99):
    return CreateCollectionRequest.model_validate(
        {
            "reference": reference,
            **({} if metadata is None else {"metadata": metadata}),
            "amount": {"value": value, "currency": "USD"},
            "contact": CONTACT,
            "payable": {"enabled": True, "methods": ["payment_link"]},
        }
    )


def refusal(call):
    try:
        call()
    except ApiException as error:
        return error.status, json.loads(error.body)
    raise AssertionError("not refused")


def main(api):
    made = []
    for at, metadata in enumerate(METADATA):
        value = AMOUNTS[at % len(AMOUNTS)]
        created = api.create_collection(order(f"python-{at}", metadata, value)).data
        assert created.status == "pending" and created.completed_at is None, created
        read = api.get_collection(created.id).data
        assert read.metadata == metadata and read.amount.value == value, read
        assert [option.actual_instance.method for option in read.payable.options] == ["payment_link"]
        made.append(created.id)
    status, body = refusal(lambda: api.create_collection(order("python-0", METADATA[0])))
    assert (status, body["code"], body["existing"]["id"]) == (409, "duplicate_reference", made[0]), body
    status, body = refusal(lambda: api.get_collection("pay_unknown"))
    assert (status, body["code"]) == (404, "collection_not_found"), body
    ids, page = [], 1
    while page is not None:
        listed = api.list_collections(page=page, limit=2)
        ids += [collection.id for collection in listed.data]
        page = listed.meta.next
    assert len(ids) == listed.meta.count and all(ids.count(each) == 1 for each in made), ids
    print("python: the round trip is right")


configuration = collections_client.Configuration(host=os.environ["BASE_URL"], api_key={"ApiKey": os.environ["API_KEY"]})
main(CollectionsApi(collections_client.ApiClient(configuration)))
