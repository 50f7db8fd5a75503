module story

go 1.24

require collections v0.0.0

replace collections => ../../generated/oapi-codegen
