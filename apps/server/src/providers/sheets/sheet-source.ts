export interface SheetSource {
  /** Returns every row of a tab, with the cells as displayed. Throws a SheetError. */
  readRows(request: SheetRequest): Promise<string[][]>
}

export type SheetRequest = {
  /** The ID in the sheet's URL, with the prefix `e/` for a published sheet. */
  sheetId: string
  /** The tab's number in the URL; null for the first tab. */
  gid: string | null
  signal?: AbortSignal
}

/**
 * Why a sheet could not be read:
 * - `private`: the sheet is not shared with anyone who has the link
 * - `missing`: the sheet does not exist
 * - `no_tab`: the sheet has no tab with this number
 * - `unavailable`: no response, a server error, or rate limiting after the last retry
 * - `elsewhere`: the sheet redirects to an unexpected host
 * - `too_large`: the sheet exceeds the limit of bytes or rows
 * - `unreadable`: the response is not CSV
 */
export type SheetFailure =
  | 'private'
  | 'missing'
  | 'no_tab'
  | 'unavailable'
  | 'elsewhere'
  | 'too_large'
  | 'unreadable'

export class SheetError extends Error {
  override name = 'SheetError'
  readonly failure: SheetFailure

  /** `message` is for the log. User-facing texts are derived from `failure`. */
  constructor(failure: SheetFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}
