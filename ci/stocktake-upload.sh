#!/bin/sh
# Uploads an SBOM to Stocktake, waits until every component is assessed, writes the result into one comment of the pull
# request, and fails unless the ruleset passes. Needs curl and awk. Leaves stocktake.json.
# Environment: STOCKTAKE_URL, STOCKTAKE_API_KEY (or STOCKTAKE_TRUST_RULE, with STOCKTAKE_ID_TOKEN or GitHub's id-token
# permission), SBOM_FILE, SBOM_NAME, SBOM_VERSION, STOCKTAKE_TIMEOUT (seconds to wait, 600); for the comment COMMENTS_URL (the
# list of comments in the API of GitHub or GitLab), COMMENTS_TOKEN and COMMENTS_AUTHOR (who comments with that token).
set -eu
service=${STOCKTAKE_URL:?is the address of the service}
service=${service%/}
[ -f "$SBOM_FILE" ] || { echo "Stocktake: there is no file $SBOM_FILE (SBOM_FILE); let an earlier step write it" >&2 && exit 1; }
# Without a key: one for the token of the pipeline, by the trust rule STOCKTAKE_TRUST_RULE.
exchange() {
  token=${STOCKTAKE_ID_TOKEN:-}
  if [ -z "$token" ] && [ -n "${ACTIONS_ID_TOKEN_REQUEST_URL:-}" ]; then
    token=$(curl -sSf -G -H "Authorization: Bearer $ACTIONS_ID_TOKEN_REQUEST_TOKEN" \
      --data-urlencode "audience=${STOCKTAKE_AUDIENCE:-$STOCKTAKE_URL}" "$ACTIONS_ID_TOKEN_REQUEST_URL" |
      sed -n 's/.*"value": *"\([^"]*\)".*/\1/p')
  fi
  [ -n "$token" ] || { echo "Stocktake: no API key, and no id token to exchange" >&2 && exit 1; }
  type=urn:ietf:params:oauth
  printf '{"grant_type":"%s:grant-type:token-exchange","subject_token_type":"%s:token-type:jwt","subject_token":"%s","rule_id":"%s"}' \
    "$type" "$type" "$token" "$STOCKTAKE_TRUST_RULE" |
    curl -sS -H 'Content-Type: application/json' -d @- "$service/v1/keyless/exchangeToken" > stocktake.json
  STOCKTAKE_API_KEY=$(sed -n 's/.*"access_token":"\([^"]*\)".*/\1/p' stocktake.json)
  [ -n "$STOCKTAKE_API_KEY" ] || { cat stocktake.json >&2 && exit 1; }
}
if [ -z "${STOCKTAKE_API_KEY:-}" ] && [ -n "${STOCKTAKE_TRUST_RULE:-}" ]; then exchange; fi
[ -n "${STOCKTAKE_API_KEY:-}" ] || {
  echo "Stocktake: set STOCKTAKE_API_KEY, or STOCKTAKE_TRUST_RULE; pull requests from forks get no secrets" >&2 && exit 1
}
answer=stocktake.json
# Prints an answer. "##" in the name of a component could be a command to the log of a pipeline ("##vso[").
show() { sed 's/##/#-/g' "$1" && echo; }
api() { curl -sS --retry 4 --retry-max-time 120 -H "Authorization: Bearer $STOCKTAKE_API_KEY" -o "$answer" -w '%{http_code}' "$@"; }
forge() { curl -sSf -H "Authorization: Bearer $COMMENTS_TOKEN" -H 'Content-Type: application/json' "$@"; }
# Prints the number of the author's comment with the mark; quotes inside of texts are escaped in JSON.
earlier_comment() {
  page=1
  while [ "$page" -le 30 ]; do
    comments=$(forge "$COMMENTS_URL?per_page=100&page=$page") || return 1
    found=$(printf '%s' "$comments" | tr -d '\n\r' |
      awk '{ gsub(/\{ *("url": *"[^"]*\/issues\/comments\/|"id": *[0-9]+, *"type")/, "\n&"); print }' |
      grep -E "\"body\": *\"[^ \"]{1,20} $1" | grep -F -e "\"login\":\"$COMMENTS_AUTHOR\"" \
      -e "\"login\": \"$COMMENTS_AUTHOR\"" -e "\"username\":\"$COMMENTS_AUTHOR\"" | head -n 1) || true
    if [ -n "$found" ]; then
      printf '%s' "$found" | grep -oE '/issues/comments/[0-9]+|"id": *[0-9]+' | head -n 1 | grep -oE '[0-9]+$'
      return
    fi
    case "$comments" in *\"body\"*) page=$((page + 1)) ;; *) return ;; esac
  done
}
comment() {
  sed -En 's/.*"markdown":("([^"\\]|\\.)*").*/{"body":\1}/p' stocktake.json > stocktake-comment.json
  mark=$(grep -oE 'stocktake [0-9a-f-]{36}' stocktake-comment.json | head -n 1)
  [ -n "$mark" ] && id=$(earlier_comment "$mark") || return 1
  case "$id $COMMENTS_URL" in
    " "*) forge -X POST -d @stocktake-comment.json "$COMMENTS_URL" > /dev/null ;;
    *"/issues/"*) forge -X PATCH -d @stocktake-comment.json "${COMMENTS_URL%/*/comments}/comments/$id" > /dev/null ;;
    *) forge -X PUT -d @stocktake-comment.json "$COMMENTS_URL/$id" > /dev/null ;;
  esac
}
status=$(api --form-string "name=$SBOM_NAME" --form-string "version=$SBOM_VERSION" --form-string wait=true \
  -F "file=@$SBOM_FILE" "$service/v1/project/uploadSBOM")
job=
[ "$status" != 202 ] || job=$(sed -n 's/.*"job_id":"\([0-9a-f-]*\)".*/\1/p' stocktake.json)
ends=$(($(date +%s) + ${STOCKTAKE_TIMEOUT:-600}))
while [ "$status" = 202 ] && [ "$(date +%s)" -lt "$ends" ]; do
  sleep 1
  status=$(api -G --data-urlencode "name=$SBOM_NAME" --data-urlencode "version=$SBOM_VERSION" -d wait=true \
    "$service/v1/project/checkSBOM")
done
# An import that fails late leaves the SBOM, and its verdict, as they were.
if [ -n "$job" ] && [ "$status" = 200 ]; then
  answer=stocktake-job.json
  api "$service/v1/jobs/getJob?id=$job" > /dev/null
  grep -qE '"status":"(succeeded|partial)"' stocktake-job.json || {
    show stocktake-job.json >&2 && echo "Stocktake: the file was not imported" >&2 && exit 1
  }
fi
show stocktake.json
case "$status" in
  200 | 202)
    if [ -n "${COMMENTS_URL:-}" ] && [ -n "${COMMENTS_TOKEN:-}" ]; then
      comment || echo "Stocktake: the comment on the pull request could not be written" >&2
    fi
    ;;
  *) echo "Stocktake refused the SBOM ($status)" >&2 && exit 1 ;;
esac
[ "$status" = 200 ] || { echo "Stocktake: not every component is assessed yet" >&2 && exit 1; }
grep -q '"verdict":"passed"' stocktake.json || { echo "Stocktake: the ruleset does not pass" >&2 && exit 1; }
