/** What can be opened over the History page. */
export type Opened =
  | { kind: 'owner'; owner: string }
  | { kind: 'game'; season: number; game: number }
  | { kind: 'season'; season: number }
  | { kind: 'rivalry'; a: string; b: string }

/** As it stands in a history entry. */
export function textOf(opened: Opened): string {
  return JSON.stringify(opened)
}

/** null for what no page of ours wrote. */
export function readOpened(text: string | null): Opened | null {
  const { kind, ...rest } = partsOf(text)
  if (kind === 'owner' && isText(rest['owner'])) return { kind, owner: rest['owner'] }
  if (kind === 'season' && isNumber(rest['season'])) return { kind, season: rest['season'] }
  if (kind === 'rivalry' && isText(rest['a']) && isText(rest['b']))
    return { kind, a: rest['a'], b: rest['b'] }
  if (kind === 'game' && isNumber(rest['season']) && isNumber(rest['game'])) {
    return { kind, season: rest['season'], game: rest['game'] }
  }
  return null
}

function partsOf(text: string | null): Record<string, unknown> {
  if (text === null) return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isNumber(value: unknown): value is number {
  return Number.isSafeInteger(value)
}
