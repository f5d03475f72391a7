/** Where a league's sheet of picks is read. */
export interface SheetSource {
  /** Every row of a tab, cell by cell as they are displayed. Throws a SheetError. */
  readRows(request: SheetRequest): Promise<string[][]>
}

export type SheetRequest = {
  /** The id in the sheet's address; of a published sheet with `e/` before it. */
  sheetId: string
  /** The number of the tab; null for the first one. */
  gid: string | null
  signal?: AbortSignal
}

/**
 * Why a sheet could not be read:
 * - `private`: it is not shared with anyone who has the link
 * - `missing`: there is no such sheet
 * - `no_tab`: it has no tab of that number
 * - `unavailable`: no answer, an error of the host's, or it is busy, to the last try
 * - `elsewhere`: it sends us to a host that is not its own
 * - `too_large`: more bytes or rows than are taken
 * - `unreadable`: something that is no CSV
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

  /** `message` is for the log; people are told by `failure`. */
  constructor(failure: SheetFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}
