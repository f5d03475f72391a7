import { nflTeamByAbbrev, nflTeamById } from './nfl-teams.ts'

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

// A player has one number in the whole product. ESPN's IDs are used as they are. Sleeper's start where ESPN's cannot
// reach, and fit the integer columns of both engines. A team's defense is the same for all providers.

const SLEEPER_BASE = 1_000_000_000
/** Above Sleeper's. Players that only have a name have a number that is computed from it. */
const NAMED_BASE = 2_000_000_000
const NAMED_COUNT = 147_000_000
const DEFENSE_BASE = -16_000

/** Sleeper's abbreviations that are not ESPN's, by team ID. */
const SLEEPER_ABBREVS: Readonly<Record<number, string>> = { 28: 'WAS' }

/** Former abbreviations are the same team. null for the `0` of an empty slot, and for anything that is not an ID. */
export function keyOfSleeperPlayer(playerId: string): number | null {
  if (/^[1-9]\d{0,8}$/.test(playerId)) return SLEEPER_BASE + Number(playerId)
  const team = /^[A-Z]{2,3}$/.test(playerId) ? nflTeamByAbbrev(playerId) : null
  return team === null ? null : DEFENSE_BASE - team.teamId
}

/** The ID of a player at Sleeper, with the current abbreviation of a team. null for a player of another provider. */
export function sleeperIdOfKey(playerKey: number): string | null {
  if (isSleeperPlayer(playerKey)) return `${playerKey - SLEEPER_BASE}`
  const teamId = teamOfDefense(playerKey)
  return teamId === null ? null : (SLEEPER_ABBREVS[teamId] ?? nflTeamById(teamId)?.abbrev ?? null)
}

export function teamOfDefense(playerKey: number): number | null {
  return nflTeamById(DEFENSE_BASE - playerKey)?.teamId ?? null
}

/** A defense is the one of its NFL team. The same name, normalized, and position is the same player. */
export function keyOfNamedPlayer(nameKey: string, position: string | null, nflTeamId: number | null): number {
  if (nflTeamId !== null && /^(?:D\/?ST|DEF)$/i.test(position ?? '')) return DEFENSE_BASE - nflTeamId
  let hash = 0x811c9dc5
  // FNV-1a
  for (const character of `${nameKey} ${position?.toUpperCase() ?? ''}`)
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193)
  return NAMED_BASE + ((hash >>> 0) % NAMED_COUNT)
}

/** Whether the key was made from an ID of Sleeper. Defenses belong to every provider. */
export function isSleeperPlayer(playerKey: number): boolean {
  return playerKey > SLEEPER_BASE && playerKey < NAMED_BASE
}

/** Whether the key is an ID of ESPN, as all defenses are. */
export function isEspnPlayer(playerKey: number): boolean {
  return playerKey < SLEEPER_BASE
}
