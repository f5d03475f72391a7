import { slotOf } from '@fieldhouse/domain/rosters/lineup'
import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '@fieldhouse/simulator/testing/captures'
import { describe, expect, it } from 'vitest'
import { translateWeek } from './archive.ts'

// The expected values are computed from the recorded responses with plain loops over the JSON.
// biome-ignore lint/suspicious/noExplicitAny: recorded responses are untyped.
type Json = any

type RecordedWeek = [file: string, league: number, season: number, week: number]

const EASY_LEAGUE_ID = 18254195
const WEEKS_OF_2024 = Array.from({ length: 17 }, (_, index) => index + 1)

const WEEKS: RecordedWeek[] = [
  ...WEEKS_OF_2024.map((week): RecordedWeek => [fileOf(week), EASY_LEAGUE_ID, 2024, week]),
  [`league-${EASY_LEAGUE_ID}/2020/week-08.json`, EASY_LEAGUE_ID, 2020, 8],
  [`league-${EASY_LEAGUE_ID}/2023/week-14.json`, EASY_LEAGUE_ID, 2023, 14],
  ['league-1446375/2023/week1-pregame-scoreboard.json', 1446375, 2023, 1],
  ['league-1446375/2024/week16-live.json', 1446375, 2024, 16],
  ['league-899513/2020/week-01-boxscore.json', 899513, 2020, 1],
]

function fileOf(week: number): string {
  return `league-${EASY_LEAGUE_ID}/2024/week-${`${week}`.padStart(2, '0')}.json`
}

function readWeek([file, leagueId, season, week]: RecordedWeek) {
  const json = readCapture(file) as Json
  const sides: Json[] = json.schedule.flatMap((game: Json) => [game.home, game.away].filter(Boolean))
  const sidesWithLineups = sides.filter((side) => side.rosterForCurrentScoringPeriod)
  return { week: translateWeek(json, { leagueId: String(leagueId), season, week }), sidesWithLineups, json }
}

function entryOf(week: number, playerId: number) {
  const { lineups } = readWeek([fileOf(week), EASY_LEAGUE_ID, 2024, week]).week
  return lineups.flatMap((lineup) => lineup.entries).find((entry) => entry.playerId === playerId)
}

function rawEntries(week: number): Json[] {
  const { sidesWithLineups } = readWeek([fileOf(week), EASY_LEAGUE_ID, 2024, week])
  return sidesWithLineups.flatMap((side) => side.rosterForCurrentScoringPeriod.entries)
}

const toHundredths = (score: number) => Math.round(score * 100)

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('recorded lineups', () => {
  it.each(WEEKS)('%s is translated completely', (...recorded) => {
    const { week, sidesWithLineups } = readWeek(recorded)
    const [, , season, number] = recorded
    expect(week).toMatchObject({ season, week: number, findings: [] })
    expect(week.lineups).toHaveLength(sidesWithLineups.length)
    for (const side of sidesWithLineups) {
      const entries = week.lineups.find((lineup) => lineup.teamId === side.teamId)?.entries ?? []
      const raws: Json[] = side.rosterForCurrentScoringPeriod.entries
      expect(entries).toHaveLength(raws.length)
      for (const raw of raws) {
        const { player } = raw.playerPoolEntry
        const find = (source: number) => {
          for (const line of player.stats) {
            const isOfWeek = line.scoringPeriodId === number && line.statSplitTypeId === 1
            if (line.statSourceId === source && isOfWeek && line.seasonId === season) return line
          }
          return null
        }
        const [actual, projected] = [find(0), find(1)]
        expect(entries.find((entry) => entry.playerId === raw.playerId)).toEqual({
          slotId: raw.lineupSlotId,
          playerId: raw.playerId,
          name: player.fullName.trim(),
          position: { 1: 'QB', 2: 'RB', 3: 'WR', 4: 'TE', 5: 'K', 16: 'D/ST' }[player.defaultPositionId as 1],
          nflTeamId: actual?.proTeamId || player.proTeamId || null,
          injuryStatus: player.injuryStatus ?? null,
          points: actual === null ? null : toHundredths(actual.appliedTotal),
          projectedPoints: projected === null ? null : toHundredths(projected.appliedTotal),
          eligibleSlots: player.eligibleSlots,
        })
      }
    }
  })

  it('2024: starters add up to the score for all 170 teams and weeks', () => {
    const totals = WEEKS_OF_2024.flatMap((number) => {
      const { week, sidesWithLineups } = readWeek([fileOf(number), EASY_LEAGUE_ID, 2024, number])
      return sidesWithLineups.map((side) => ({
        week: number,
        teamId: side.teamId,
        teamScore: toHundredths(side.totalPoints),
        points: week.lineups.find((lineup) => lineup.teamId === side.teamId)?.points,
      }))
    })
    expect(totals).toHaveLength(170)
    expect(totals.filter(({ teamScore, points }) => teamScore !== points)).toEqual([])
  })

  it('2024 week 15: the two teams on bye have lineups too', () => {
    const { week, json } = readWeek([fileOf(15), EASY_LEAGUE_ID, 2024, 15])
    const byes = json.schedule.filter((game: Json) => game.away === undefined)
    const ids = byes.map((game: Json) => game.home.teamId)
    expect(ids).toHaveLength(2)
    expect(week.lineups.filter((lineup) => ids.includes(lineup.teamId) && lineup.points > 0)).toHaveLength(2)
  })

  it('2024 week 12: a player has the NFL team of the week, not of the request', () => {
    const [raw] = rawEntries(12).filter((entry) => entry.playerPoolEntry.player.fullName === 'Cooper Kupp')
    expect(raw.playerPoolEntry.player.proTeamId).toBe(26)
    expect(entryOf(12, raw.playerId)?.nflTeamId).toBe(14)
  })

  it('2024 week 12: a player on bye has no points and a projection of 0', () => {
    const [raw] = rawEntries(12).filter((entry) => entry.playerPoolEntry.player.fullName === 'Joe Burrow')
    expect(raw.playerPoolEntry.appliedStatTotal).toBe(0)
    expect(entryOf(12, raw.playerId)).toMatchObject({ points: null, projectedPoints: 0 })
  })

  it('2024 week 12: a player who scored 0 has 0 points, not null', () => {
    const scoreless = rawEntries(12).find((entry) =>
      entry.playerPoolEntry.player.stats.some(
        (line: Json) => line.statSourceId === 0 && line.appliedTotal === 0,
      ),
    )
    expect(entryOf(12, scoreless.playerId)?.points).toBe(0)
  })

  it('2024 week 12: a defense has a negative id, the position D/ST and no injury status', () => {
    const { lineups } = readWeek([fileOf(12), EASY_LEAGUE_ID, 2024, 12]).week
    const defenses = lineups.flatMap((lineup) => lineup.entries.filter((entry) => entry.playerId < 0))
    expect(defenses.length).toBeGreaterThan(0)
    for (const { playerId, position, injuryStatus, name, nflTeamId } of defenses) {
      expect({ position, injuryStatus, nflTeamId }).toEqual({
        position: 'D/ST',
        injuryStatus: null,
        nflTeamId: -16_000 - playerId,
      })
      expect(name).toContain('D/ST')
    }
  })

  it('2024 week 1: actual and projected stat lines come in either order', () => {
    const firstSources = new Set(
      rawEntries(1).map((entry) => entry.playerPoolEntry.player.stats[0]?.statSourceId),
    )
    expect([...firstSources].sort()).toEqual([0, 1])
  })

  it('2020 week 8: an adjustment of 14 counts for the score but not for the lineup', () => {
    const { week, sidesWithLineups } = readWeek([
      `league-${EASY_LEAGUE_ID}/2020/week-08.json`,
      EASY_LEAGUE_ID,
      2020,
      8,
    ])
    const adjusted = sidesWithLineups.find((side) => side.adjustment > 0)
    expect(adjusted).toMatchObject({ adjustment: 14, totalPoints: 117.52 })
    expect(week.lineups.find((lineup) => lineup.teamId === adjusted.teamId)?.points).toBe(10_352)
  })

  it('2023 week 14: a team without starters and a team with one scoreless starter tie at 0', () => {
    const { week, json } = readWeek([`league-${EASY_LEAGUE_ID}/2023/week-14.json`, EASY_LEAGUE_ID, 2023, 14])
    const tiedGame = json.schedule.find((game: Json) => game.winner === 'TIE')
    const tiedLineups = week.lineups.filter(({ teamId }) =>
      [tiedGame.home.teamId, tiedGame.away.teamId].includes(teamId),
    )
    expect(tiedLineups.map((lineup) => lineup.points)).toEqual([0, 0])
    const starters = tiedLineups.map(({ entries }) =>
      entries.filter((entry) => slotOf(entry.slotId).isStarter),
    )
    expect(starters.map((each) => each.map((entry) => entry.points))).toEqual([[0], []])
    expect(tiedLineups.map((lineup) => lineup.projectedPoints)).toEqual([1140, null])
  })

  it("2023 before kickoff: projections of the starters add up to the team's projection", () => {
    const { week, sidesWithLineups } = readWeek(WEEKS.at(-3) as RecordedWeek)
    expect(sidesWithLineups).toHaveLength(10)
    for (const side of sidesWithLineups) {
      expect(week.lineups.find((lineup) => lineup.teamId === side.teamId)).toMatchObject({
        points: 0,
        projectedPoints: toHundredths(side.totalProjectedPointsLive),
      })
    }
    expect(week.lineups.flatMap((lineup) => lineup.entries).every((entry) => entry.points === null)).toBe(
      true,
    )
  })

  it('2023 before kickoff: team 10 has eight of nine starters', () => {
    const { lineups } = readWeek(WEEKS.at(-3) as RecordedWeek).week
    const team = lineups.find((lineup) => lineup.teamId === 10)
    expect(team?.entries.filter((entry) => slotOf(entry.slotId).isStarter)).toHaveLength(8)
    expect(team?.emptySlots).toHaveLength(1)
    expect(lineups.filter((lineup) => lineup.teamId !== 10 && lineup.emptySlots.length > 0)).toEqual([])
  })

  it('2024 live: starters add up to the live score in the first week of two', () => {
    const { week, sidesWithLineups } = readWeek(WEEKS.at(-2) as RecordedWeek)
    const liveScores = sidesWithLineups.map((side) => [side.teamId, toHundredths(side.totalPointsLive ?? 0)])
    expect(week.lineups.map((lineup) => [lineup.teamId, lineup.points])).toEqual(
      liveScores.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
    )
    expect(liveScores.some(([, points]) => (points ?? 0) > 0)).toBe(true)
  })

  it('2020 with a superflex: slot 7 is in the lineup, and only one week has lineups', () => {
    const { week, json } = readWeek(WEEKS.at(-1) as RecordedWeek)
    expect(json.schedule).toHaveLength(70)
    expect(week.lineups).toHaveLength(10)
    expect(week.lineups.every((lineup) => lineup.entries.some((entry) => entry.slotId === 7))).toBe(true)
  })

  it('2026: no lineups exist before the draft, although week 1 contains players', () => {
    const { week, sidesWithLineups } = readWeek([
      `league-${EASY_LEAGUE_ID}/2026/combined.json`,
      EASY_LEAGUE_ID,
      2026,
      1,
    ])
    expect(sidesWithLineups.some((side) => side.rosterForCurrentScoringPeriod.entries.length > 0)).toBe(true)
    expect(week).toMatchObject({ lineups: [], findings: [] })
  })

  it('2024: the rosters in a season body belong to no week and are not used as lineups', () => {
    const { json, lineupCount } = readSeasonWithRosters()
    const lines = json.teams.flatMap((team: Json) =>
      team.roster.entries.flatMap((entry: Json) => entry.playerPoolEntry.player.stats),
    )
    const weeks = new Set(lines.map((line: Json) => line.scoringPeriodId).filter((week: number) => week > 0))
    expect([...weeks]).toEqual([18])
    expect(lineupCount).toBe(0)
    expect(() => translateWeek(json, { leagueId: String(EASY_LEAGUE_ID), season: 2024, week: 17 })).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
  })
})

function readSeasonWithRosters(): { json: Json; lineupCount: number } {
  const json = readCapture(`league-${EASY_LEAGUE_ID}/2024/combined.json`) as Json
  const sides: Json[] = json.schedule.flatMap((game: Json) => [game.home, game.away].filter(Boolean))
  return { json, lineupCount: sides.filter((side) => side.rosterForCurrentScoringPeriod).length }
}
