/** A negative player ID is a unit of an NFL team: a base minus the team ID. */
const TEAM_UNIT_ID_BASES = [-14_000, -15_000, -16_000]
const MAX_NFL_TEAM_ID = 34

/**
 * The URL of a player's page at the provider, or of the NFL team's page for a team unit. null for any other
 * ID. `nflAbbrev` is the provider's abbreviation of the player's NFL team.
 */
export function playerPageUrl(espnId: number | null, nflAbbrev: string | null): string | null {
  if (espnId === null || !Number.isSafeInteger(espnId)) return null
  if (espnId > 0) return `https://www.espn.com/nfl/player/_/id/${espnId}`
  if (!isTeamUnit(espnId) || nflAbbrev === null || !/^[a-z]{2,3}$/i.test(nflAbbrev)) return null
  return `https://www.espn.com/nfl/team/_/name/${nflAbbrev.toLowerCase()}`
}

function isTeamUnit(espnId: number): boolean {
  return TEAM_UNIT_ID_BASES.some((base) => espnId < base && espnId >= base - MAX_NFL_TEAM_ID)
}
