/** A dialog that can be opened over the History page. */
export type HistoryOverlay =
  | { kind: 'owner'; owner: string }
  | { kind: 'game'; season: number; game: number }
  | { kind: 'season'; season: number }
  | { kind: 'rivalry'; a: string; b: string }

/** Serializes an overlay for the browser's session history. */
export function serializeOverlay(overlay: HistoryOverlay): string {
  return JSON.stringify(overlay)
}

/** Parses a serialized overlay; null if the text is missing or invalid. */
export function parseOverlay(text: string | null): HistoryOverlay | null {
  const { kind, ...rest } = parseJsonObject(text)
  if (kind === 'owner' && isString(rest['owner'])) return { kind, owner: rest['owner'] }
  if (kind === 'season' && isNumber(rest['season'])) return { kind, season: rest['season'] }
  if (kind === 'rivalry' && isString(rest['a']) && isString(rest['b']))
    return { kind, a: rest['a'], b: rest['b'] }
  if (kind === 'game' && isNumber(rest['season']) && isNumber(rest['game'])) {
    return { kind, season: rest['season'], game: rest['game'] }
  }
  return null
}

function parseJsonObject(text: string | null): Record<string, unknown> {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function isString(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
