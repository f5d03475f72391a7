import type { ErrorBody, ErrorCode } from '@fieldhouse/contract/errors'

/** The status and the sentence of each code. Texts that decisions quotes are exact. */
export const ERROR_CATALOG = {
  invalid_input: [400, 'Something in the request is not right.'],
  malformed_body: [400, 'The request body is not valid JSON.'],
  unsupported_media_type: [415, 'Send the request body as JSON.'],
  too_large: [413, 'That is too large.'],
  not_found: [404, 'There is no such call.'],
  internal_error: [500, 'Something went wrong on our side.'],
  not_ready: [503, 'Fieldhouse is starting or stopping. Try again in a moment.'],
  storage_full: [503, 'The server has no room left to store anything. Nothing was saved.'],

  not_signed_in: [401, 'Sign in first.'],
  csrf_failed: [403, 'CSRF token missing or incorrect.'],
  wrong_origin: [403, 'This request comes from another site.'],
  invalid_credentials: [401, 'Invalid credentials'],
  too_many_attempts: [429, 'Too many attempts. Try again later.'],
  username_taken: [409, 'That username is taken.'],
  email_taken: [409, 'That email is already in use.'],
  invalid_admin_code: [403, 'Invalid admin code.'],
  invalid_reset_link: [400, 'This reset link is invalid or has expired.'],
  session_not_found: [404, 'That session has ended already.'],

  not_member: [403, 'You are not a member of this league.'],
  not_league_admin: [403, 'Only an admin of this league may do that.'],
  not_admin: [403, 'Only an admin may do that.'],
  not_staff: [403, 'Only site staff may do that.'],
  not_site_admin: [403, 'Only a site admin may do that.'],
  not_allowed: [403, 'You may not do that.'],
  last_site_admin: [409, 'The last site admin cannot be demoted.'],
  last_league_admin: [409, 'The last admin of a league cannot be demoted.'],

  league_not_found: [404, 'League not found.'],
  league_name_required: [400, 'League name required.'],
  league_id_required: [400, 'Enter ESPN leagueId or URL containing leagueId=…'],
  league_name_taken: [409, 'A league with that name exists.'],
  archive_unreadable: [400, 'The archive cannot be read.'],
  user_not_found: [404, 'User not found.'],
  member_not_found: [404, 'That person is no member of this league.'],
  name_not_confirmed: [400, 'Type the name of the league as it stands.'],
  team_not_found: [404, 'Team not found.'],
  request_not_found: [404, 'There is no pending request of that user.'],
  already_member: [409, 'You are a member of this league already.'],
  league_required: [400, 'Choose a league for this request.'],

  cookies_refused: [400, 'ESPN refused these cookies.'],
  provider_unavailable: [502, 'ESPN did not answer.'],
  password_incorrect: [403, 'Password is incorrect.'],
  same_owner: [400, 'Choose two different owners.'],
  owner_not_found: [404, 'Owner not found.'],
  owner_has_merges: [409, 'Others are merged into that owner. Undo that first.'],
  no_picture_name: [400, 'A name without letters and digits cannot have a picture.'],
  game_not_found: [404, 'There is no such finished game.'],
  season_not_found: [404, 'That season is not stored.'],
  job_running: [409, 'This is running already.'],
  poorer_season: [409, 'More is stored of this season than these files hold. It stays as it is.'],

  no_webhook: [404, 'This league has no webhook.'],
  webhook_failed: [502, 'The message did not arrive.'],

  no_betslip: [403, 'This league has no Betslip.'],
  week_locked: [423, 'This week is locked.'],
  week_open: [409, 'This week is not locked yet. Its picks are settled after the cutoff.'],
  pick_not_found: [404, 'There is no such pick.'],
  no_sheet: [409, 'This league has no Google sheet to read picks from.'],
  sheet_missing: [502, 'No such sheet.'],
  sheet_private: [502, 'The sheet is private. Share it with anyone who has the link.'],
  sheet_unreadable: [502, 'The sheet could not be read.'],

  item_not_found: [404, 'That item is gone.'],
  voting_closed: [423, 'Voting on this proposal is closed.'],
  range_not_satisfiable: [416, 'The file has no such part.'],
} as const satisfies Record<ErrorCode, readonly [status: number, sentence: string]>

export type ApiErrorOptions = {
  /** A sentence of its own, where a number or a name belongs into it. */
  message?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
  cause?: unknown
}

/** A failure that the caller may learn of. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    const [status, sentence] = ERROR_CATALOG[code]
    super(options.message ?? sentence, { cause: options.cause })
    this.code = code
    this.status = status
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get body(): ErrorBody {
    return {
      error: this.message,
      code: this.code,
      ...(this.fields === undefined ? {} : { fields: this.fields }),
    }
  }
}
