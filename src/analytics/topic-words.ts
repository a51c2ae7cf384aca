/**
 * What mistakes are about, and the words that say so. Two misses seldom use the same words for the same
 * mistake: "Forgot rustfmt" and "Unformatted code went to CI" have none in common, and both are about
 * formatting. Each line is a topic as it is said to people, "they are about …", and its words in lower
 * case: `_` stands between the words of a phrase, `*` for any ending.
 *
 * A word belongs here if it points to one kind of mistake wherever it stands. Words of a whole trade,
 * such as test, server or query, do not. More words find more; none of them is needed.
 */
export const TOPIC_WORDS: Readonly<Record<string, string>> = {
  formatting:
    'fmt rustfmt gofmt gofumpt prettier black yapf dprint formatter formatting formatted unformatted reformat* clang_format indentation trailing_whitespace',
  linting:
    'lint lints linter linting linted clippy eslint ruff flake_8 pylint rubocop golangci shellcheck stylelint biome ktlint checkstyle swiftlint',
  'type checks':
    'mypy pyright tsc typecheck* type_check type_checker type_error type_errors ts_ignore ts_expect_error type_ignore as_any any_type as_unknown non_null_assertion',
  'running the tests':
    'test_suite whole_suite full_suite run_the_tests ran_the_tests running_the_tests run_tests running_tests cargo_test npm_test npm_run_test go_test pytest vitest jest without_testing untested',
  'commit hooks': 'no_verify precommit pre_commit husky lefthook commit_hook commit_hooks',
  'commit messages':
    'commit_message commit_messages conventional_commit conventional_commits commit_subject co_authored_by co_author attribution',
  'the changelog': 'changelog changelogs changes_md unreleased release_note release_notes changeset changesets',
  'the manual': 'readme manual man_page option_table',
  'committing to main': 'on_main to_main onto_main on_master to_master onto_master main_directly master_directly',
  'work without review': 'without_review without_a_review before_review unreviewed own_pull_request',
  'changes of several things': 'drive_by unrelated topics one_topic mixed scope_creep',
  'rewritten history':
    'force_push force_pushed force_pushing push_force force_with_lease push_f rewrote_history rewrote_the_history rewritten_history amend*',
  secrets:
    'secret secrets dotenv commit_env committed_env credential credentials password passwords api_key api_keys master_key private_key access_token',
  dependencies:
    'dependency dependencies crate crates gem gems cargo_add npm_install pip_install yarn_add go_get new_package new_packages third_party transitive',
  'the package manager': 'pnpm yarn bun uv poetry lockfile package_lock pnpm_lock yarn_lock',
  'stdout and stderr': 'stdout stderr standard_output standard_error println eprintln fmt_println fmt_printf',
  'debugging left behind':
    'console_log debugger dbg pdb breakpoint debug_print debug_line debug_output print_statement print_statements',
  'personal data': 'email e_mail emails e_mails phone phones pii personal gdpr params iban ibans real_names',
  'time zones':
    'timezone timezones time_zone time_zones zone zones utc naive datetime time_now date_today date_current datetime_now utcnow new_date local_time localtime dst daylight summertime sommerzeit winterzeit zeitumstellung zeitzone wall_clock localdate local_date',
  'floats for money':
    'float floats floating_point to_f parse_float bigdecimal big_decimal rounding_error half_a_cent 0_1',
  panics: 'unwrap panic panics panicked panicking crash crashed crashes',
  'swallowed errors': 'swallow* bare_except except_exception empty_catch catch_all ignored_error errors_ignored',
  migrations: 'migration migrations migrate migrated migrating alembic makemigrations',
  'applied migrations':
    'applied_migration applied_migrations in_place already_run had_run has_run already_applied was_applied edited_a_migration old_migration migrations_frozen',
  'queries in loops':
    'n_1 preload preloads preloaded preloading includes eager_load eager_loading select_related prefetch_related joinedload selectinload selects one_query per_row each_row',
  'SQL injection':
    'injection sqli raw_sql bound_parameter bound_parameters parameterized parameterised parametrized placeholder placeholders',
  mocking:
    'mock mocks mocked mocking stub stubs stubbed stubbing allow_any_instance allow_any_instance_of fake fakes monkeypatch*',
  snapshots: 'snapshot snapshots insta golden goldens',
  sleeping: 'sleep sleeps slept delay wait_for_timeout fixed_wait settimeout set_timeout',
  'tests switched off': 'xfail it_skip test_skip skipped_test skipped_tests test_only it_only disabled_test',
  'flaky tests': 'flaky intermittent* travel_to frozen_clock freeze_time time_dependent',
  'path separators':
    'backslash backslashes forward_slash forward_slashes on_windows windows_runner windows_latest path_separator path_separators',
  'tools that differ by system': 'macos mac bsd gnu coreutils sed_i bash_3',
  'shell quoting': 'heredoc heredocs quoting quoted unquoted word_splitting',
  translation:
    'translation translations translate translated untranslated locale locales i18n l10n gettext hard_coded_english hardcoded_text',
  colour: 'no_color colour colours coloured color colors colored ansi escape_code escape_codes isatty',
  'generated files': 'generated codegen regenerat* do_not_edit vendor vendored dist',
  'deleted work': 'rm_rf wiped wipe git_clean reset_hard drop_table',
  'a shared database': 'shared_database shared_db shared_staging database_url',
  caching: 'cache caches cached caching invalidate* cache_key',
  locking: 'mutex race races deadlock* concurrently goroutine_leak',
  'missing awaits': 'await awaits awaited unawaited promise promises',
  'version numbers': 'semver bump bumped version_bump tagged release_tag',
  'supported versions':
    'msrv rust_version minimum_version minimum_rust oldest_supported supported_version toolchain node_18 node_20 python_3 browserslist newer_than',
  licences: 'licence licences license licenses copyright spdx',
  comments: 'comment comments docstring docstrings kommentar kommentare kommentiert',
  'asking first': 'without_asking ask_first asked_first agreed without_permission confirm confirmation unasked',
  'job arguments': 'sidekiq celery perform_async perform_later background_job background_jobs redis',
  callbacks: 'callback callbacks after_save before_save before_create after_create after_commit lifecycle post_save',
  schedules: 'cron crontab cronjob schedule_rb scheduler nightly',
  accessibility: 'aria alt_text a11y contrast screen_reader screen_readers focus_ring',
  'missing values': 'null undefined nil null_pointer npe optional_chaining',
  'absolute paths': 'absolute_path absolute_paths hard_coded_path hardcoded_path home_directory my_machine',
  'exit codes': 'exit_code exit_codes exit_status pipefail set_e',
  encoding: 'utf_8 encoding encodings latin_1 bom mojibake',
  'line endings': 'crlf line_ending line_endings',
  pagination: 'pagination paginate paginated next_page page_size',
  'rate limits': 'rate_limit rate_limits rate_limited throttl* backoff 429',
  timeouts: 'timeout timeouts timed_out',
  'feature flags': 'feature_flag feature_flags kill_switch',
  transactions: 'transaction transactions rollback rolled_back',
  'database indexes': 'add_index create_index missing_index',
  containers: 'docker dockerfile container containers compose kubernetes helm',
  worktrees: 'worktree worktrees submodule submodules',
  interrupts: 'interrupt interrupts isr',
  imports:
    'circular_import circular_imports import_cycle relative_import relative_imports barrel default_export default_exports',
  benchmarks: 'benchmark benchmarks benchmarked debug_build',
  'type hints': 'type_hint type_hints annotation annotations annotated untyped',
  logging: 'logger loggers logging log_line log_lines get_logger log_level structured_logging',
  'values written into the code': 'hardcoded hard_coded magic_number magic_numbers literal literals',
  'design tokens':
    'design_token design_tokens css_variable css_variables hex_code inline_style inline_styles tailwind px rem',
  'effects and renders':
    'use_effect use_memo use_callback dependency_array rerender rerenders re_render re_renders stale_closure',
  'environment variables': 'environment_variable environment_variables env_var env_vars process_env getenv os_environ',
  'doing things twice': 'idempotent idempotency duplicate duplicates duplicated twice_over double_charged',
  'breaking changes':
    'breaking_change breaking_changes backward backwards_compatible backward_compatible deprecated deprecation',
  'API descriptions': 'openapi open_api swagger api_spec graphql_schema graph_ql_schema',
  infrastructure: 'terraform tfstate pulumi cloudformation',
  'the wrong cluster': 'kubectl kubeconfig namespace kube_context',
  'wrapped errors': 'fmt_errorf errors_is errors_as errorf error_wrapping unwrapped_error sentinel_error',
  'pinned versions': 'pinned unpinned pin pinning latest_tag caret floating_tag',
  'units of measure': 'milliseconds millisecond microseconds units metres meters kilobytes kibibytes degrees',
  'off by one': 'off_by_one fencepost inclusive exclusive',
  'tests that need the network': 'live_api real_api real_network network_access real_requests offline',
  'processes left running':
    'dev_server left_running still_running zombie orphaned pkill killed_process background_process',
  'commits of too much': 'git_add add_a add_all gitignore gitignored node_modules build_artifacts lfs binary binaries',
  merging: 'squash squashed merge_commit merge_commits fast_forward',
  escaping: 'xss inner_html dangerously_set sanitize sanitized unescaped html_safe',
  authorisation: 'authorization authorisation unauthorized unauthenticated authenticated permission_check access_check',
  'input validation': 'validate validated validates validation unvalidated',
  'resources never released':
    'leak leaks leaked leaking unsubscribe unsubscribed event_listener event_listeners cleanup',
  'the main thread':
    'main_thread ui_thread run_loop dispatch_queue main_dispatcher blocking_call event_loop blocks_the',
  'work that exists already': 'reuse reused reinvented already_has already_had existing_helper wheel',
  'emoji and dashes': 'emoji emojis em_dash em_dashes',
  links: 'broken_link broken_links dead_link dead_links permalink permalinks canonical',
};
