import { nflTeamByAbbrev, nflTeamById } from './nfl-teams.ts'

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
