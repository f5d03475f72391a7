/**
 * Parses the provider's league ID from user input: a bare number, or any text that contains
 * `leagueId=digits`. Returns undefined without an ID.
 */
export function parseLeagueId(text: string): number | undefined {
  const trimmed = text.trim()
  const digits = /^\d{1,15}$/.exec(trimmed)?.[0] ?? /leagueId=(\d{1,15})(?!\d)/i.exec(trimmed)?.[1]
  if (digits === undefined) return undefined
  const id = Number(digits)
  return id > 0 ? id : undefined
}

export type SheetReference = { sheetId: string | null; gid: string | null }

/**
 * Parses the spreadsheet ID and tab from user input: a URL (the segment after `/d/`, or `e/…` of a published
 * sheet, and `gid=`), a bare ID of 20 or more characters, or a bare tab number. Both are null if nothing is
 * found.
 */
export function parseSheetUrl(text: string): SheetReference {
  const trimmed = text.trim()
  if (/^\d+$/.test(trimmed) && trimmed.length < 20) return { sheetId: null, gid: trimmed }
  if (/^[A-Za-z0-9_-]{20,}$/.test(trimmed)) return { sheetId: trimmed, gid: null }
  const sheetId = /\/d\/((?:e\/)?[A-Za-z0-9_-]{20,})/.exec(trimmed)?.[1] ?? null
  const gid = /[#?&]gid=(\d+)/.exec(trimmed)?.[1] ?? null
  return { sheetId, gid }
}
