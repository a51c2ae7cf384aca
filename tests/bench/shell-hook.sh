#!/usr/bin/env bash
# The least a shell hook needs for the same work: read two fields, ask git for the branch, write the file, answer.
set -euo pipefail
input=$(cat)
session_id=$(printf '%s' "$input" | jq -r .session_id)
source=$(printf '%s' "$input" | jq -r .source)
branch=$(git symbolic-ref -q --short HEAD || echo detached)
directory="$HOME/.claude/projects/$(pwd | sed 's|[^A-Za-z0-9]|-|g')/chronicle"
mkdir -p "$directory"
path="$directory/$(date +%F)-${branch//\//-}-$RANDOM.md"
cat >"$path" <<FILE
---
session_id: $session_id
source: $source
started: $(date -u +%FT%TZ)
---
FILE
jq -n --arg path "$path" '{hookSpecificOutput: {hookEventName: "SessionStart", additionalContext: $path}}'
