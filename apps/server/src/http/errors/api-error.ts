import type { ErrorBody, ErrorCode } from '@fieldhouse/contract/errors'
import type { EditConflicts } from '@fieldhouse/domain/league/edit-conflicts'
import { truncate } from './truncate.ts'

export const ERROR_CATALOG = {
  invalid_input: [400, 'Check the values you entered and try again.'],
  malformed_body: [400, 'The request body is not valid JSON.'],
  unsupported_media_type: [415, 'Send the request body as JSON.'],
  too_large: [413, "That's too large. Try something smaller."],
  not_found: [404, 'Endpoint not found.'],
  internal_error: [500, 'Something went wrong on our end. Try again in a moment.'],
  not_ready: [503, 'Fieldhouse is restarting. Try again in a moment.'],
  edit_conflict: [409, 'Somebody else changed this while you were editing.'],
  storage_full: [503, 'The server is out of storage, so nothing was saved. Contact your site admin.'],

  not_signed_in: [401, 'Sign in to continue.'],
  csrf_failed: [403, 'CSRF token missing or incorrect.'],
  wrong_origin: [403, 'This request came from another site. Reload the page and try again.'],
  token_invalid: [401, 'This API token is invalid or was revoked. Create a new one on your account page.'],
  token_expired: [401, 'This API token has expired. Create a new one on your account page.'],
  token_not_allowed: [403, "This API token can't be used for that."],
  token_limit: [409, 'You have 20 API tokens. Revoke one that you no longer use first.'],
  token_not_found: [404, 'That API token was already revoked.'],
  unknown_host: [
    403,
    'This site is not set up for this host name. Open it as localhost or with its IP address, or set PUBLIC_URL to the URL that people use.',
  ],
  invalid_credentials: [401, 'Invalid credentials'],
  account_disabled: [403, 'This account is disabled. Contact a site admin of this site.'],
  own_account: [409, "You can't do that to your own account. Ask another site admin."],
  too_many_attempts: [429, 'Too many attempts. Try again later.'],
  busy: [503, 'Fieldhouse is busy. Try again in a moment.'],
  username_taken: [409, 'That username is taken.'],
  email_taken: [409, 'That email is already in use.'],
  invalid_admin_code: [403, 'Invalid admin code.'],
  wrong_address: [403, 'This site has another URL. Open it there.'],
  invite_only: [403, 'This site is by invitation only. Ask your commissioner for a link.'],
  set_by_environment: [409, 'The environment of the server sets this.'],
  invalid_reset_link: [400, 'This reset link is invalid or has expired.'],
  invalid_verification_link: [400, 'This verification link is invalid or has expired.'],
  session_not_found: [404, 'That session has already ended.'],
  sign_in_again: [403, 'Sign out and sign in again to set a password.'],
  sign_in_provider_not_found: [404, 'This site no longer uses that sign-in. Sign in another way.'],
  sign_in_provider_unavailable: [
    502,
    "The sign-in isn't responding. Try again later or sign in another way.",
  ],
  sign_in_provider_refused: [403, "You weren't signed in. Try again or sign in another way."],
  provider_sign_in_expired: [400, 'That sign-in took too long or was started in another tab. Try again.'],
  identity_taken: [
    409,
    'That account is linked to somebody else here. Unlink it there first, or choose another one.',
  ],
  identity_not_found: [404, 'That has already been unlinked.'],
  last_sign_in_method: [409, "It's your only way to sign in. Set a password first."],
  identity_unconfirmed: [403, "Confirm it's you to continue."],
  sign_in_expired: [401, 'This sign-in took too long. Enter your password again.'],
  passkeys_unavailable: [409, 'Passkeys need https and a domain name. Open the site at its public URL.'],
  passkey_rejected: [400, "That passkey didn't work. Try again, or sign in another way."],
  passkey_limit: [409, 'You have 20 passkeys. Remove one that you no longer use first.'],
  passkey_not_found: [404, 'That passkey was already removed.'],
  code_rejected: [400, "That code isn't right, or it was used before. Enter a new one."],
  totp_not_found: [404, 'The authenticator app was already removed.'],
  second_factor_required: [
    403,
    'Your site admin rights need a second factor. Add a passkey or an authenticator app to your account.',
  ],
  no_second_factor: [409, 'Add a passkey or an authenticator app first.'],
  user_has_no_second_factor: [409, 'That account has no passkey and no authenticator app.'],

  not_member: [403, 'You are not a member of this league.'],
  not_league_admin: [403, 'Only league admins can do that.'],
  not_admin: [403, 'Only admins can do that.'],
  not_staff: [403, 'Only site staff can do that.'],
  not_site_admin: [403, 'Only site admins can do that.'],
  not_allowed: [403, "You don't have permission to do that."],
  last_site_admin: [409, 'The last site admin cannot be demoted.'],
  last_league_admin: [409, 'The last admin of a league cannot be demoted.'],

  league_not_found: [404, 'League not found.'],
  league_name_required: [400, 'League name required.'],
  league_id_required: [400, 'Enter ESPN leagueId or URL containing leagueId=…'],
  other_sport: [400, 'Fieldhouse shows fantasy football leagues. Enter a league of football.'],
  league_name_taken: [409, 'A league with that name exists.'],
  espn_seasons_stored: [
    409,
    'Seasons of the current ESPN league are stored. Confirm that they are deleted to change the ESPN league ID.',
  ],
  source_overlaps: [
    409,
    'Another source has some of these seasons. Enter the first season after it, or the last season before it.',
  ],
  source_not_found: [404, 'This source was already removed.'],
  archive_unreadable: [400, "We couldn't read that file. Upload a league archive exported from Fieldhouse."],
  user_not_found: [404, 'User not found.'],
  member_not_found: [404, "That person isn't a member of this league."],
  name_not_confirmed: [400, "Type the league name exactly as it's shown."],
  team_not_found: [404, 'Team not found.'],
  player_not_found: [404, 'Player not found. No stored lineup of this league contains this player.'],
  request_not_found: [404, 'That user has no pending request. It may have been handled already.'],
  already_member: [409, "You're already a member of this league."],
  league_required: [400, 'Choose a league for this request.'],

  invite_not_found: [404, "This invite link doesn't work. Ask your commissioner for a new one."],
  invite_expired: [404, 'This invite link has expired. Ask your commissioner for a new one.'],
  invite_revoked: [404, 'This invite link was turned off. Ask your commissioner for a new one.'],
  invite_used_up: [404, 'This invite link was used up. Ask your commissioner for a new one.'],
  invite_limit: [409, 'The league has 20 invite links. Revoke one that you no longer use first.'],
  claim_not_found: [404, 'That was already undone or changed. Look at the team assignments.'],
  team_taken: [409, 'Somebody else just claimed that team. Pick another one.'],
  has_team: [409, 'You already have a team in this league. Ask your commissioner to change it.'],

  cookies_refused: [400, 'ESPN rejected these cookies.'],
  league_private: [400, 'This league is private. Add ESPN cookies to read it.'],
  provider_user_not_found: [404, "Sleeper couldn't find this user. Check the username."],
  provider_league_not_found: [404, "ESPN couldn't find this league. Check the ID or the URL."],
  provider_unavailable: [502, "ESPN didn't respond. Try again later."],
  password_incorrect: [403, 'Password is incorrect.'],
  same_owner: [400, 'Choose two different owners.'],
  owner_not_found: [404, 'Owner not found.'],
  public_link_not_found: [404, 'This link no longer works. Ask the person who sent it for a new one.'],
  subscription_not_found: [404, "This address doesn't work any more. Create a new one on your account page."],
  nothing_to_share: [404, 'There is nothing to share here yet.'],
  picture_not_found: [404, 'This owner has no picture.'],
  owner_has_merges: [409, 'Other owners are merged into that owner. Undo those merges first.'],
  no_picture_name: [400, "An owner whose name has no letters or digits can't have a picture."],
  game_not_found: [404, 'Game not found. It may not be over yet.'],
  season_not_found: [404, "That season isn't stored yet. Refresh or upload it first."],
  job_running: [409, 'This is already running. Wait for it to finish.'],
  imported_person_not_found: [404, 'That person of an imported league is no longer in the list.'],
  backup_not_found: [404, 'That backup was deleted. Reload the page to see the ones that are stored.'],
  mail_not_set_up: [
    409,
    "Email isn't set up on this site. Set SMTP_URL and MAIL_FROM, and restart the server.",
  ],
  mail_failed: [502, 'The mail server did not accept the email. Check SMTP_URL and MAIL_FROM.'],
  job_not_found: [404, 'That job is no longer in the list. It may have been retried or dismissed.'],
  poorer_season: [
    409,
    "These files have less data for the season than what's already stored, so nothing was changed.",
  ],
  questions_open: [409, 'The files can be read in two ways. Answer the questions about them first.'],

  no_webhook: [404, 'This league has no webhook. Add one first.'],
  webhook_failed: [502, "The message wasn't delivered. Check the webhook URL and try again."],

  no_betslip: [403, 'Betslip is off for this league. A league admin can turn it on.'],
  week_locked: [423, 'Picks for this week are locked.'],
  week_open: [409, "This week isn't locked yet. You can settle its picks after the cutoff."],
  pick_not_found: [404, 'Pick not found.'],
  no_sheet: [409, 'This league has no Google Sheet. Add one in the league settings.'],
  sheet_missing: [502, 'Google Sheet not found. Check its URL.'],
  sheet_private: [502, 'The sheet is private. Share it with anyone who has the link.'],
  sheet_unreadable: [502, "We couldn't read the Google Sheet. Try again later."],

  rules_changed: [409, 'Somebody else has changed the rules in the meantime. Nothing was saved.'],
  rule_version_not_found: [404, 'This version of the rules is no longer stored.'],
  proposal_not_adopted: [409, 'Only a closed proposal that one option has won can become a rule.'],

  dues_changed: [409, 'Somebody else has changed the dues in the meantime. Nothing was saved.'],
  dues_not_set_up: [404, 'No dues are set up for this season.'],
  dues_in_use: [409, 'Payments, adjustments or payouts are noted for this season. Remove them first.'],
  dues_full: [409, 'This season has the most payments and adjustments it can have. Remove some first.'],
  dues_entry_not_found: [404, 'This was already removed.'],
  prize_not_found: [404, 'This prize was removed.'],
  prize_changed: [
    409,
    'The winner or the amount of this prize has changed in the meantime. Check it and try again.',
  ],
  prize_paid_out: [409, 'A payout of this prize is noted. Undo it first.'],

  item_not_found: [404, 'That post was deleted.'],
  comment_not_found: [404, 'The comment that you reply to was deleted.'],
  media_not_found: [404, 'A file is no longer on the server. Add it again.'],
  item_hidden: [409, 'A league admin has hidden this.'],
  already_reported: [409, "You've already reported this."],
  mute_not_found: [404, 'This person is no longer muted.'],
  person_storage_full: [
    507,
    'Your images and videos use all the space that one person may use. Delete some of them and try again.',
  ],
  league_storage_full: [
    507,
    "This league's images and videos use all of its space. Delete some of them, or ask a site admin for more.",
  ],
  voting_closed: [423, 'Voting on this proposal is closed.'],
  edit_closed: [423, 'Posts and comments can be edited for 15 minutes. Write another one instead.'],
  range_not_satisfiable: [416, 'The requested range is outside the file.'],
} as const satisfies Record<ErrorCode, readonly [status: number, message: string]>

export const MAX_FIELDS = 100
const MAX_FIELD_LENGTH = 300
const MAX_MESSAGE_LENGTH = 1000

export type RateLimit = { policy: string; requests: number; windowSeconds: number }

export type ApiErrorOptions = {
  message?: string
  fields?: Record<string, string> | undefined
  newer?: EditConflicts
  retryAfterSeconds?: number
  rateLimit?: RateLimit
  cause?: unknown
}

/** An error whose message and code are sent to the client. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly newer: EditConflicts | undefined
  readonly retryAfterSeconds: number | undefined
  readonly rateLimit: RateLimit | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    const [status, defaultMessage] = ERROR_CATALOG[code]
    super(truncate(options.message ?? defaultMessage, MAX_MESSAGE_LENGTH), { cause: options.cause })
    this.code = code
    this.status = status
    this.fields = options.fields === undefined ? undefined : boundFields(options.fields)
    this.newer = options.newer
    this.retryAfterSeconds = options.retryAfterSeconds
    this.rateLimit = options.rateLimit
  }

  get body(): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(this.fields === undefined ? {} : { fields: this.fields }),
      ...(this.newer === undefined ? {} : { newer: presentNewer(this.newer) }),
    }
  }
}

/** Both the names and the messages of fields can be from outside. */
function boundFields(fields: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, MAX_FIELDS)
      .map(([field, message]) => [truncate(field, MAX_FIELD_LENGTH), truncate(message, MAX_MESSAGE_LENGTH)]),
  )
}

function presentNewer(conflicts: EditConflicts): ErrorBody['newer'] {
  const values = Object.entries(conflicts).flatMap(([field, newer]) =>
    newer === undefined ? [] : [[field, { ...newer, at: newer.at?.toISOString() ?? null }] as const],
  )
  return Object.fromEntries(values)
}

export function invalidField(field: string, message: string): ApiError {
  return new ApiError('invalid_input', { message, fields: { [field]: message } })
}

/** Returns the value; throws an error with this code without one. */
export function orThrow<Value>(value: Value | null | undefined, code: ErrorCode): Value {
  if (value === null || value === undefined) throw new ApiError(code)
  return value
}
