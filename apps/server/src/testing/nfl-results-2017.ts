import { nflTeamByAbbrev } from '@fieldhouse/domain/nfl/nfl-teams'

/** An NFL game of 2017 as it ended. The spread is the points that the home team was favored by. */
export type NflResult = {
  gameId: number
  week: number
  awayTeamId: number
  awayScore: number
  homeTeamId: number
  homeScore: number
  wentToOvertime: boolean
  favoredBy: number
  total: number
}

/** Tampa Bay at Miami was moved from week 1 to week 11 because of a hurricane. */
export const MOVED_GAME = { awayTeamId: 27, homeTeamId: 15, plannedWeek: 1 }

// Results and closing lines by nflverse (https://github.com/nflverse/nfldata), CC BY 4.0: most games of weeks 10 to
// 13.
// week, away, score, home, score, overtime, favored by, total
const LINES = `
10 CLE 24 DET 38 0 10.5 42.5
10 PIT 20 IND 17 0 -10.5 47
10 LAC 17 JAX 20 1 5 40.5
10 NYJ 10 TB 15 0 1 44.5
10 CIN 20 TEN 24 0 4.5 40.5
10 MIN 38 WAS 30 0 -1 43
10 HOU 7 LA 33 0 12 45
10 DAL 7 ATL 27 0 3.5 49
10 NYG 21 SF 31 0 -3 41.5
10 NE 41 DEN 16 0 -7 45
10 MIA 21 CAR 45 0 8 38.5
11 TEN 17 PIT 40 0 7 44.5
11 DET 27 CHI 24 0 -3 41
11 JAX 19 CLE 7 0 -7.5 37
11 BAL 23 GB 0 0 -2.5 38.5
11 ARI 21 HOU 31 0 2.5 38
11 TB 30 MIA 20 0 -1 44
11 LA 7 MIN 24 0 1 46
11 WAS 31 NO 34 1 9.5 52.5
11 KC 9 NYG 12 1 -10 44.5
11 BUF 24 LAC 54 0 7 41.5
11 CIN 20 DEN 17 0 2.5 37.5
11 NE 33 OAK 8 0 -7 55
11 PHI 37 DAL 9 0 -6 48
11 ATL 34 SEA 31 0 1 46
12 MIN 30 DET 23 0 -2.5 43
12 LAC 28 DAL 6 0 -1 46.5
12 NYG 10 WAS 20 0 7 44
12 TB 20 ATL 34 0 10.5 47
12 CLE 16 CIN 30 0 7.5 39
12 TEN 20 IND 16 0 -3 46.5
12 BUF 16 KC 10 0 8.5 47.5
12 MIA 17 NE 35 0 17 49
12 CAR 35 NYJ 27 0 -5.5 39.5
12 CHI 3 PHI 31 0 14 43.5
12 SEA 24 SF 13 0 -7 45
12 JAX 24 ARI 27 0 -6.5 37.5
12 NO 20 LA 26 0 2.5 54
12 DEN 14 OAK 21 0 3.5 41
12 GB 28 PIT 31 0 14 43
12 HOU 16 BAL 23 0 7.5 39.5
13 WAS 14 DAL 38 0 -1.5 47
13 MIN 14 ATL 9 0 2 48.5
13 DET 20 BAL 44 0 2.5 43
13 NE 23 BUF 3 0 -7.5 48.5
13 SF 15 CHI 14 0 2.5 42
13 TB 20 GB 26 1 3 45
13 IND 10 JAX 30 0 10 41
13 DEN 9 MIA 35 0 -1 41
13 KC 31 NYJ 38 0 -3.5 44
13 HOU 13 TEN 24 0 7 42.5
13 CLE 10 LAC 19 0 13.5 45
13 LA 32 ARI 16 0 -7 43`

export const NFL_RESULTS: readonly NflResult[] = LINES.trim()
  .split('\n')
  .map((line, index) => {
    const [week, away, awayScore, home, homeScore, overtime, favoredBy, total] = line.split(' ')
    return {
      gameId: index + 1,
      week: Number(week),
      awayTeamId: teamIdOf(away),
      awayScore: Number(awayScore),
      homeTeamId: teamIdOf(home),
      homeScore: Number(homeScore),
      wentToOvertime: overtime === '1',
      favoredBy: Number(favoredBy),
      total: Number(total),
    }
  })

function teamIdOf(abbrev: string | undefined): number {
  const team = nflTeamByAbbrev(abbrev ?? '')
  if (team === null) throw new Error(`${abbrev} is no NFL team`)
  return team.teamId
}
