export type NflTeam = {
  teamId: number
  /** The provider's abbreviation, in upper case. */
  abbrev: string
  name: string
}

// ID, abbreviation, name, and other current or former abbreviations.
const TEAMS: readonly (readonly [number, string, string, readonly string[]])[] = [
  [1, 'ATL', 'Atlanta Falcons', []],
  [2, 'BUF', 'Buffalo Bills', []],
  [3, 'CHI', 'Chicago Bears', []],
  [4, 'CIN', 'Cincinnati Bengals', []],
  [5, 'CLE', 'Cleveland Browns', ['CLV']],
  [6, 'DAL', 'Dallas Cowboys', []],
  [7, 'DEN', 'Denver Broncos', []],
  [8, 'DET', 'Detroit Lions', []],
  [9, 'GB', 'Green Bay Packers', ['GNB']],
  [10, 'TEN', 'Tennessee Titans', []],
  [11, 'IND', 'Indianapolis Colts', []],
  [12, 'KC', 'Kansas City Chiefs', ['KAN']],
  [13, 'LV', 'Las Vegas Raiders', ['OAK']],
  [14, 'LAR', 'Los Angeles Rams', ['LA', 'STL']],
  [15, 'MIA', 'Miami Dolphins', []],
  [16, 'MIN', 'Minnesota Vikings', []],
  [17, 'NE', 'New England Patriots', ['NWE']],
  [18, 'NO', 'New Orleans Saints', ['NOR']],
  [19, 'NYG', 'New York Giants', []],
  [20, 'NYJ', 'New York Jets', []],
  [21, 'PHI', 'Philadelphia Eagles', []],
  [22, 'ARI', 'Arizona Cardinals', ['ARZ']],
  [23, 'PIT', 'Pittsburgh Steelers', []],
  [24, 'LAC', 'Los Angeles Chargers', ['SD']],
  [25, 'SF', 'San Francisco 49ers', ['SFO']],
  [26, 'SEA', 'Seattle Seahawks', []],
  [27, 'TB', 'Tampa Bay Buccaneers', ['TAM']],
  [28, 'WSH', 'Washington Commanders', ['WAS']],
  [29, 'CAR', 'Carolina Panthers', []],
  [30, 'JAX', 'Jacksonville Jaguars', ['JAC']],
  [33, 'BAL', 'Baltimore Ravens', ['BLT']],
  [34, 'HOU', 'Houston Texans', ['HST']],
]

/** The 32 teams, ordered by the provider's ID. IDs 31 and 32 do not exist. */
export const NFL_TEAMS: readonly NflTeam[] = TEAMS.map(([teamId, abbrev, name]) => ({ teamId, abbrev, name }))

const BY_ID = new Map(NFL_TEAMS.map((team) => [team.teamId, team]))
const ID_BY_ABBREV = new Map(
  TEAMS.flatMap(([teamId, abbrev, , others]) => [abbrev, ...others].map((alias) => [alias, teamId] as const)),
)

/** Returns null for an unknown ID. The provider uses 0 for free agents. */
export function nflTeamById(teamId: number): NflTeam | null {
  return BY_ID.get(teamId) ?? null
}

/** Finds a team by abbreviation, ignoring case. Accepts those of other sources (`WAS`) and former cities (`OAK`). */
export function nflTeamByAbbrev(abbrev: string): NflTeam | null {
  const teamId = ID_BY_ABBREV.get(abbrev.trim().toUpperCase())
  return teamId === undefined ? null : nflTeamById(teamId)
}

export function nicknameOf({ name }: Pick<NflTeam, 'name'>): string {
  return name.slice(name.lastIndexOf(' ') + 1)
}
