import { z } from 'zod'

/** All error codes. The server assigns each an HTTP status and a default message. */
export const ERROR_CODES = [
  'invalid_input',
  'malformed_body',
  'unsupported_media_type',
  'too_large',
  'not_found',
  'internal_error',
  'not_ready',
  'storage_full',
  'edit_conflict',

  'not_signed_in',
  'csrf_failed',
  'wrong_origin',
  'token_invalid',
  'token_expired',
  'token_not_allowed',
  'token_limit',
  'token_not_found',
  'unknown_host',
  'invalid_credentials',
  'account_disabled',
  'own_account',
  'too_many_attempts',
  'busy',
  'username_taken',
  'email_taken',
  'invalid_admin_code',
  'invalid_reset_link',
  'invalid_verification_link',
  'session_not_found',
  'sign_in_again',
  'identity_unconfirmed',
  'sign_in_provider_not_found',
  'sign_in_provider_unavailable',
  'sign_in_provider_refused',
  'provider_sign_in_expired',
  'identity_taken',
  'identity_not_found',
  'last_sign_in_method',
  'sign_in_expired',
  'passkeys_unavailable',
  'passkey_rejected',
  'passkey_limit',
  'passkey_not_found',
  'code_rejected',
  'totp_not_found',
  'no_second_factor',
  'user_has_no_second_factor',
  'second_factor_required',

  'not_member',
  'not_league_admin',
  'not_admin',
  'not_staff',
  'not_site_admin',
  'not_allowed',
  'last_site_admin',
  'last_league_admin',

  'league_not_found',
  'league_name_required',
  'league_id_required',
  'league_name_taken',
  'espn_seasons_stored',
  'source_overlaps',
  'source_not_found',
  'archive_unreadable',
  'user_not_found',
  'member_not_found',
  'name_not_confirmed',
  'team_not_found',
  'player_not_found',
  'request_not_found',
  'already_member',
  'league_required',

  'invite_not_found',
  'invite_expired',
  'invite_revoked',
  'invite_used_up',
  'invite_limit',
  'claim_not_found',
  'team_taken',
  'has_team',

  'cookies_refused',
  'league_private',
  'provider_league_not_found',
  'provider_user_not_found',
  'provider_unavailable',
  'password_incorrect',
  'same_owner',
  'owner_not_found',
  'nothing_to_share',
  'subscription_not_found',
  'public_link_not_found',
  'picture_not_found',
  'owner_has_merges',
  'no_picture_name',
  'game_not_found',
  'season_not_found',
  'job_running',
  'job_not_found',
  'imported_person_not_found',
  'poorer_season',

  'no_webhook',
  'webhook_failed',

  'no_betslip',
  'week_locked',
  'week_open',
  'pick_not_found',
  'no_sheet',
  'sheet_missing',
  'sheet_private',
  'sheet_unreadable',

  'rules_changed',
  'rule_version_not_found',
  'proposal_not_adopted',

  'item_not_found',
  'person_storage_full',
  'league_storage_full',
  'voting_closed',
  'edit_closed',
  'range_not_satisfiable',
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** What is stored now in a field that a request was to change. */
const NewerValue = z.object({
  value: z.union([z.string(), z.number()]).nullable(),
  /** The username of who saved it; null when unknown. */
  by: z.string().nullable(),
  at: z.iso.datetime().nullable(),
})

/** The body of every error response. */
export const ErrorBody = z.object({
  /** A message for users: what happened and what to do next. */
  error: z.string(),
  code: z.enum(ERROR_CODES),
  /** For invalid input: a message for each invalid field. */
  fields: z.record(z.string(), z.string()).optional(),
  /** For `edit_conflict`: the values that somebody has saved since the client read the fields. */
  newer: z.record(z.string(), NewerValue).optional(),
  /** For an internal error: the request ID to search for in the log. */
  request_id: z.string().optional(),
})

export type ErrorBody = z.infer<typeof ErrorBody>
