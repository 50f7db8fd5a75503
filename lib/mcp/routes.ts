/** Made by `npm run openapi` from the description of the API. Do not edit it. */

const OUTLINES = {
  "ListPageMeta": {
    "type": "object",
    "properties": {
      "count": {
        "type": [
          "integer",
          "null"
        ]
      },
      "next": {
        "type": [
          "integer",
          "null"
        ]
      },
      "prev": {
        "type": [
          "integer",
          "null"
        ]
      },
      "nextCursor": {
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "count",
      "next",
      "prev"
    ]
  },
  "Collection": {
    "type": "object",
    "properties": {
      "id": {
        "type": "string"
      },
      "type": {
        "type": "string"
      },
      "contact": {
        "type": "object"
      },
      "reference": {
        "type": "string"
      },
      "number": {
        "type": "string"
      },
      "amount": {
        "type": "object"
      },
      "tax": {
        "type": "array"
      },
      "paidBefore": {
        "type": "object"
      },
      "balance": {
        "type": "object"
      },
      "status": {
        "type": "string"
      },
      "dueDate": {
        "type": "string"
      },
      "expiresIn": {
        "type": "integer"
      },
      "payable": {
        "type": "object"
      },
      "followUp": {
        "type": "object"
      },
      "claims": {
        "type": "array"
      },
      "disputes": {
        "type": "array"
      },
      "metadata": {},
      "events": {
        "type": "array"
      },
      "createdAt": {
        "type": "string"
      },
      "updatedAt": {
        "type": "string"
      },
      "completedAt": {
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "id",
      "type",
      "contact",
      "reference",
      "amount",
      "balance",
      "status",
      "expiresIn",
      "payable",
      "followUp",
      "events",
      "createdAt",
      "updatedAt",
      "completedAt"
    ]
  },
  "FollowUpPlan": {
    "type": "object",
    "properties": {
      "enabled": {
        "type": "boolean"
      },
      "strategyVersion": {
        "type": "integer"
      },
      "reasons": {
        "type": "array"
      },
      "removed": {
        "type": "array"
      },
      "paused": {
        "type": "object"
      },
      "promise": {
        "type": "object"
      },
      "slots": {
        "type": "array"
      }
    },
    "required": [
      "enabled",
      "strategyVersion",
      "reasons",
      "removed",
      "slots"
    ]
  },
  "CustomersMeta": {
    "type": "object",
    "properties": {
      "nextCursor": {
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "nextCursor"
    ]
  },
  "AttentionMeta": {
    "type": "object",
    "properties": {
      "nextCursor": {
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "nextCursor"
    ]
  },
  "Book": {
    "type": "object",
    "properties": {
      "asOf": {
        "type": "string"
      },
      "at": {
        "type": "string"
      },
      "currencies": {
        "type": "array"
      },
      "customers": {
        "type": "array"
      }
    },
    "required": [
      "asOf",
      "currencies"
    ]
  },
  "BookMeta": {
    "type": "object",
    "properties": {
      "nextCursor": {
        "type": [
          "string",
          "null"
        ]
      }
    },
    "required": [
      "nextCursor"
    ]
  },
  "Flow": {
    "type": "object",
    "properties": {
      "asOf": {
        "type": "string"
      },
      "currencies": {
        "type": "array"
      }
    },
    "required": [
      "asOf",
      "currencies"
    ]
  },
  "Recovery": {
    "type": "object",
    "properties": {
      "asOf": {
        "type": "string"
      },
      "from": {
        "type": "string"
      },
      "to": {
        "type": "string"
      },
      "by": {
        "type": "string"
      },
      "costs": {
        "type": "array"
      },
      "unpricedMessages": {
        "type": "integer"
      },
      "rows": {
        "type": "array"
      }
    },
    "required": [
      "asOf",
      "from",
      "to",
      "by",
      "costs",
      "unpricedMessages",
      "rows"
    ]
  },
  "Experiment": {
    "type": "object",
    "properties": {
      "holdOut": {
        "type": "number"
      },
      "asOf": {
        "type": "string"
      },
      "since": {
        "type": [
          "string",
          "null"
        ]
      },
      "plannedFor": {
        "type": "integer"
      },
      "plannedUntil": {
        "type": [
          "string",
          "null"
        ]
      },
      "detectablePoints": {
        "type": [
          "number",
          "null"
        ]
      },
      "variant": {
        "type": "object"
      },
      "isMismatched": {
        "type": "boolean"
      },
      "arms": {
        "type": "array"
      },
      "lift": {},
      "enough": {
        "type": "boolean"
      },
      "atPlannedEnd": {},
      "variantLift": {},
      "variantAtPlannedEnd": {},
      "within30Days": {
        "type": "object"
      }
    },
    "required": [
      "holdOut",
      "asOf",
      "since",
      "plannedFor",
      "plannedUntil",
      "detectablePoints",
      "isMismatched",
      "arms",
      "lift",
      "enough",
      "atPlannedEnd",
      "within30Days"
    ]
  },
  "ReminderPreview": {
    "type": "object",
    "properties": {
      "channel": {
        "type": "string"
      },
      "tone": {
        "type": "string"
      },
      "to": {
        "type": "string"
      },
      "text": {
        "type": "string"
      },
      "dueAt": {
        "type": "string"
      }
    },
    "required": [
      "channel",
      "tone",
      "to",
      "text",
      "dueAt"
    ]
  },
  "Payment": {
    "type": "object",
    "properties": {
      "id": {
        "type": "string"
      },
      "kind": {
        "type": "string"
      },
      "amount": {
        "type": "object"
      },
      "counts": {
        "type": "boolean"
      },
      "standing": {
        "type": [
          "string",
          "null"
        ]
      },
      "method": {
        "type": [
          "string",
          "null"
        ]
      },
      "provider": {
        "type": [
          "string",
          "null"
        ]
      },
      "transaction": {
        "type": [
          "string",
          "null"
        ]
      },
      "fee": {
        "type": "object"
      },
      "paidAt": {
        "type": "string"
      },
      "recordedAt": {
        "type": "string"
      },
      "recordedBy": {
        "type": "string"
      },
      "reason": {
        "type": "string"
      },
      "move": {
        "type": "object"
      },
      "note": {
        "type": "string"
      }
    },
    "required": [
      "id",
      "kind",
      "amount",
      "counts",
      "standing",
      "method",
      "provider",
      "transaction",
      "paidAt",
      "recordedAt",
      "recordedBy"
    ]
  }
} as const;

export const ROUTES = {
  "GET /public/collections": {
    "takes": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "description": "The number of the page, from 1. Default 1. Not with a filter."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "description": "How many collections a page has, 1 to 100. Default 10."
      },
      "reference": {
        "type": "string",
        "description": "Filter: your id of the payment, exactly as sent."
      },
      "contact": {
        "type": "string",
        "description": "Filter: the id of a contact; or a phone (read with the country of the account) or an email, which stands for the contact that a create with it finds."
      },
      "status": {
        "type": "string",
        "description": "Filter: the status that the collection has now, or one of several (`pending,overdue`); with several a page may hold fewer than `limit` while there are more."
      },
      "createdFrom": {
        "type": "string",
        "description": "Filter: created at or after this instant. In UTC, too, its year has four digits."
      },
      "createdTo": {
        "type": "string",
        "description": "Filter: created before this instant. In UTC, too, its year has four digits."
      },
      "dueFrom": {
        "type": "string",
        "description": "Filter: due on this day or later. What has no due date is not among them."
      },
      "dueTo": {
        "type": "string",
        "description": "Filter: due on this day or before."
      },
      "search": {
        "type": "string",
        "description": "Filter: the beginning of words of the reference (`1001` finds `INV-1001`) or of the customer’s names, case and accents aside; or a phone or an email. Found seconds after the create; at most the first 1,000 that match."
      },
      "order": {
        "type": "string",
        "enum": [
          "newest",
          "dueDate",
          "outstanding"
        ],
        "description": "`newest` (the default); or only what is owed, also by what has expired: `dueDate` has what is due first first, without what has no due date, and `outstanding` the most of a `currency` first. Seconds behind. Not with `reference`, `contact` or `search`."
      },
      "currency": {
        "type": "string",
        "description": "Of the order `outstanding`, which needs it."
      },
      "cursor": {
        "type": "string",
        "description": "The `nextCursor` of the page before. Only with the same filter, while `limit` may differ."
      }
    },
    "needs": [],
    "data": {
      "type": "array"
    },
    "meta": OUTLINES.ListPageMeta
  },
  "GET /public/collections/{id}": {
    "takes": {
      "id": {
        "type": "string",
        "description": "The id of the collection."
      }
    },
    "needs": [
      "id"
    ],
    "data": OUTLINES.Collection
  },
  "GET /public/collections/{id}/payments": {
    "takes": {
      "id": {
        "type": "string",
        "description": "The id of the collection."
      }
    },
    "needs": [
      "id"
    ],
    "data": {
      "type": "array"
    }
  },
  "GET /public/collections/{id}/follow-ups": {
    "takes": {
      "id": {
        "type": "string",
        "description": "The id of the collection."
      }
    },
    "needs": [
      "id"
    ],
    "data": OUTLINES.FollowUpPlan
  },
  "GET /public/customers": {
    "takes": {
      "search": {
        "type": "string",
        "description": "The beginning of first or last names, case and accents aside, in any script; or a phone (read with the country of the account) or an email. Found seconds after the create; at most the first 1,000 that match."
      },
      "order": {
        "type": "string",
        "enum": [
          "newest",
          "name",
          "outstanding"
        ],
        "description": "`newest` (by the first collection of each, the default), `name` (first name first), or `outstanding`: those who owe something in `currency`, the most first (`owed`, so with what has expired). With `search` those who owe nothing come last."
      },
      "currency": {
        "type": "string",
        "description": "Of the order `outstanding`. May be left out while your newest customers owe in one currency only. Alone it asks for that order."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "description": "How many customers a page has, 1 to 100. Default 10."
      },
      "cursor": {
        "type": "string",
        "description": "The `nextCursor` of the page before. Only with the same parameters, while `limit` may differ."
      }
    },
    "needs": [],
    "data": {
      "type": "array"
    },
    "meta": OUTLINES.CustomersMeta
  },
  "GET /public/attention": {
    "takes": {
      "reason": {
        "type": "string",
        "enum": [
          "replied",
          "claimed_paid",
          "disputed",
          "link_requested",
          "promise_broken",
          "never_reached",
          "expired_unpaid",
          "overpaid",
          "over_limit",
          "charged_back",
          "text_unused"
        ],
        "description": "Only items with this reason."
      },
      "assignee": {
        "type": "string",
        "description": "Only items that this person has taken."
      },
      "cursor": {
        "type": "string",
        "description": "Where the page before ended: its `meta.nextCursor`."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "description": "How many items, at most 100."
      }
    },
    "needs": [],
    "data": {
      "type": "array"
    },
    "meta": OUTLINES.AttentionMeta
  },
  "GET /public/insights/book": {
    "takes": {
      "currency": {
        "type": "string",
        "description": "Only this currency, an ISO 4217 code. All by default."
      },
      "at": {
        "type": "string",
        "description": "As at the end of a day of the account's country, such as `2026-11-01`. Now by default."
      },
      "bands": {
        "type": "string",
        "description": "The last days of each age, rising, at most nine. `7,30,60,90` by default."
      },
      "by": {
        "type": "string",
        "enum": [
          "customer"
        ],
        "description": "With `customer` the answer has `customers`, too: who owes how much since when, a page at a time."
      },
      "limit": {
        "type": "integer",
        "minimum": 1,
        "maximum": 100,
        "description": "Of `by=customer`: how many customers are looked at for a page, 1 to 100. Default 25."
      },
      "cursor": {
        "type": "string",
        "description": "Of `by=customer`: the `nextCursor` of the page before. Only with the same parameters, while `limit` may differ."
      }
    },
    "needs": [],
    "data": OUTLINES.Book,
    "meta": OUTLINES.BookMeta
  },
  "GET /public/insights/flow": {
    "takes": {
      "from": {
        "type": "string",
        "description": "The first day, a day of the account's country, such as `2026-11-01`. 30 days up to `to` by default."
      },
      "to": {
        "type": "string",
        "description": "The last day, a day of the account's country, such as `2026-11-01`. Today by default."
      },
      "by": {
        "type": "string",
        "enum": [
          "day",
          "week",
          "month"
        ],
        "description": "How long a step is; a week begins on Monday."
      },
      "currency": {
        "type": "string",
        "description": "Only this currency, an ISO 4217 code. All by default."
      }
    },
    "needs": [],
    "data": OUTLINES.Flow
  },
  "GET /public/insights/recovery": {
    "takes": {
      "from": {
        "type": "string",
        "description": "The first day, a day of the account's country, such as `2026-11-01`. 30 days up to `to` by default."
      },
      "to": {
        "type": "string",
        "description": "The last day, a day of the account's country, such as `2026-11-01`. Today by default."
      },
      "by": {
        "type": "string",
        "enum": [
          "channel",
          "tone",
          "attempt",
          "hour",
          "weekday",
          "country",
          "amountBand",
          "weekdayHour"
        ],
        "description": "What the rows tell apart; `weekdayHour` has rows such as `monday-09`, `amountBand` such as `NGN 1000-9999`."
      },
      "currency": {
        "type": "string",
        "description": "Only this currency, an ISO 4217 code. All by default."
      }
    },
    "needs": [],
    "data": OUTLINES.Recovery
  },
  "GET /public/insights/experiment": {
    "takes": {},
    "needs": [],
    "data": OUTLINES.Experiment
  },
  "POST /public/collections/{id}/follow-ups/send/preview": {
    "takes": {
      "id": {
        "type": "string",
        "description": "The id of the collection."
      },
      "channel": {
        "type": "string",
        "enum": [
          "whatsapp",
          "sms",
          "email"
        ],
        "description": "Only this channel. When absent, any that can be used."
      },
      "tone": {
        "type": "string",
        "enum": [
          "gentle",
          "professional",
          "urgent"
        ],
        "description": "When absent, the tone that the plan would have now."
      }
    },
    "needs": [
      "id"
    ],
    "data": OUTLINES.ReminderPreview
  },
  "POST /public/collections/{id}/follow-ups/send": {
    "takes": {
      "id": {
        "type": "string",
        "description": "The id of the collection."
      },
      "channel": {
        "type": "string",
        "enum": [
          "whatsapp",
          "sms",
          "email"
        ],
        "description": "Only this channel. When absent, any that can be used."
      },
      "tone": {
        "type": "string",
        "enum": [
          "gentle",
          "professional",
          "urgent"
        ],
        "description": "When absent, the tone that the plan would have now."
      }
    },
    "needs": [
      "id"
    ],
    "data": OUTLINES.FollowUpPlan
  },
  "POST /public/collections/{id}/payments": {
    "takes": {
      "id": {
        "type": "string",
        "description": "The id of the collection."
      },
      "amount": {
        "type": "object",
        "description": "How much; positive, also of a refund. In the currency of the collection."
      },
      "kind": {
        "type": "string",
        "enum": [
          "payment",
          "refund"
        ],
        "description": "`payment` for money that you received, `refund` for money that you gave back."
      },
      "method": {
        "type": "string",
        "enum": [
          "cash",
          "bank_transfer",
          "cheque",
          "card",
          "mobile_money",
          "other"
        ],
        "description": "How the money moved."
      },
      "paidAt": {
        "type": "string",
        "description": "When the money moved; not in the future; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits. When absent, now."
      },
      "note": {
        "type": "string",
        "description": "Your remark, 1 to 500 characters; white space around it is removed."
      },
      "transaction": {
        "type": "string",
        "description": "Your id of the transaction, 1 to 255 characters. One id is recorded once in a collection."
      }
    },
    "needs": [
      "id",
      "amount",
      "method"
    ],
    "data": OUTLINES.Payment
  },
  "POST /public/collections/{id}/promise": {
    "takes": {
      "id": {
        "type": "string",
        "description": "The id of the collection."
      },
      "payBy": {
        "type": "string",
        "description": "In the future, and at least a day before a year from the creation is over; ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits."
      }
    },
    "needs": [
      "id",
      "payBy"
    ],
    "data": OUTLINES.Collection
  },
  "DELETE /public/collections/{id}/promise": {
    "takes": {
      "id": {
        "type": "string",
        "description": "The id of the collection."
      }
    },
    "needs": [
      "id"
    ],
    "data": OUTLINES.Collection
  }
} as const;
