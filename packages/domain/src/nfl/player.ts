import { isEspnPlayer } from './player-keys.ts'

/** Name suffixes that some sources omit. */
const SUFFIXES = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'v'])

/** Letters that Unicode does not decompose into a base letter and a mark. */
const LETTER_REPLACEMENTS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

/** Without case, accents, periods, apostrophes, hyphens and suffixes. Empty for a name without letters and digits. */
export function normalizePlayerName(name: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[øłđßæœ]/g, (letter) => LETTER_REPLACEMENTS[letter] ?? letter)
    .replace(/[\p{M}.'’‘`´]/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
  const lastIndex = words.findLastIndex((word) => !SUFFIXES.has(word))
  // A name that consists only of suffixes keeps them.
  return (lastIndex < 0 ? words : words.slice(0, lastIndex + 1)).join(' ')
}

/** A negative player ID is a unit of an NFL team: a base minus the team ID. */
const TEAM_UNIT_ID_BASES = [-14_000, -15_000, -16_000]
const MAX_NFL_TEAM_ID = 34

/** The NFL team's page for a team unit. null for any other ID, such as that of a player of Sleeper. */
export function playerPageUrl(espnId: number | null, nflAbbrev: string | null): string | null {
  if (espnId === null || !Number.isSafeInteger(espnId)) return null
  if (!isEspnPlayer(espnId)) return null
  if (espnId > 0) return `https://www.espn.com/nfl/player/_/id/${espnId}`
  if (!isTeamUnit(espnId) || nflAbbrev === null || !/^[a-z]{2,3}$/i.test(nflAbbrev)) return null
  return `https://www.espn.com/nfl/team/_/name/${nflAbbrev.toLowerCase()}`
}

function isTeamUnit(espnId: number): boolean {
  return TEAM_UNIT_ID_BASES.some((base) => espnId < base && espnId >= base - MAX_NFL_TEAM_ID)
}

export type NflPlayer = {
  /** The provider's ID; negative for a defense. */
  playerId: number
  name: string
  position: string | null
  nflTeamId: number | null
}
