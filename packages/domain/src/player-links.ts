/** Players below zero stand for a part of an NFL team: its number is what lies beyond the thousands. */
const TEAM_UNIT_ID_BASES = [-14_000, -15_000, -16_000]
const MAX_NFL_TEAM_ID = 34

/**
 * The page of a player at the provider, or of the NFL team for its defense; null for a number
 * that means neither. `nflAbbrev` is the provider's abbreviation of the player's NFL team.
 */
export function playerPageUrl(espnId: number | null, nflAbbrev: string | null): string | null {
  if (espnId === null || !Number.isSafeInteger(espnId)) return null
  if (espnId > 0) return `https://www.espn.com/nfl/player/_/id/${espnId}`
  if (!isTeamUnit(espnId) || nflAbbrev === null || !/^[a-z]{2,3}$/i.test(nflAbbrev)) return null
  return `https://www.espn.com/nfl/team/_/name/${nflAbbrev.toLowerCase()}`
}

function isTeamUnit(espnId: number): boolean {
  return TEAM_UNIT_ID_BASES.some((part) => espnId < part && espnId >= part - MAX_NFL_TEAM_ID)
}
