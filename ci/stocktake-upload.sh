#!/bin/sh
# Uploads an SBOM to Stocktake, waits until every component is assessed, and fails unless its ruleset passes.
# Environment: STOCKTAKE_URL, STOCKTAKE_API_KEY, SBOM_FILE, SBOM_NAME, SBOM_VERSION. Needs curl. Leaves stocktake.json.
set -eu
api() { curl -sS -H "Authorization: Bearer $STOCKTAKE_API_KEY" -o stocktake.json -w '%{http_code}' "$@"; }
status=$(api --form-string "name=$SBOM_NAME" --form-string "version=$SBOM_VERSION" --form-string wait=true \
  -F "file=@$SBOM_FILE" "$STOCKTAKE_URL/v1/project/uploadSBOM")
tries=0
while [ "$status" = 202 ] && [ "$tries" -lt 20 ]; do
  tries=$((tries + 1))
  status=$(api -G --data-urlencode "name=$SBOM_NAME" --data-urlencode "version=$SBOM_VERSION" -d wait=true \
    "$STOCKTAKE_URL/v1/project/checkSBOM")
done
cat stocktake.json && echo
case "$status" in
  200) ;;
  202) echo "Stocktake: not every component is assessed yet" >&2 && exit 1 ;;
  *) echo "Stocktake refused the SBOM ($status)" >&2 && exit 1 ;;
esac
grep -q '"verdict":"passed"' stocktake.json || { echo "Stocktake: the ruleset does not pass" >&2 && exit 1; }
