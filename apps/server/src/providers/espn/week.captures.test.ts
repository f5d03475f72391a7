import { slotOf } from '@fieldhouse/domain/slots'
import { describe, expect, it } from 'vitest'
import { CAPTURES_SKIP_REASON, HAS_CAPTURES, readCapture } from '../../testing/captures.ts'
import { translateWeek } from './week.ts'

// What is expected is worked out here from the recorded answers alone, by plain loops over the JSON.
// biome-ignore lint/suspicious/noExplicitAny: the recorded answers are read as they come.
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
  const held = sides.filter((side) => side.rosterForCurrentScoringPeriod)
  return { week: translateWeek(json, { leagueId, season, week }), held, json }
}

function entryOf(week: number, playerId: number) {
  const { lineups } = readWeek([fileOf(week), EASY_LEAGUE_ID, 2024, week]).week
  return lineups.flatMap((lineup) => lineup.entries).find((entry) => entry.playerId === playerId)
}

function rawEntries(week: number): Json[] {
  const { held } = readWeek([fileOf(week), EASY_LEAGUE_ID, 2024, week])
  return held.flatMap((side) => side.rosterForCurrentScoringPeriod.entries)
}

const toHundredths = (score: number) => Math.round(score * 100)

if (!HAS_CAPTURES) it.skip(CAPTURES_SKIP_REASON, () => {})

describe.runIf(HAS_CAPTURES)('the recorded line-ups', () => {
  it.each(WEEKS)('%s', (...recorded) => {
    const { week, held } = readWeek(recorded)
    const [, , season, number] = recorded
    expect(week).toMatchObject({ season, week: number, findings: [] })
    expect(week.lineups).toHaveLength(held.length)
    for (const side of held) {
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

  it('2024: the starters add up to the score of all 170 teams and weeks', () => {
    const totals = WEEKS_OF_2024.flatMap((number) => {
      const { week, held } = readWeek([fileOf(number), EASY_LEAGUE_ID, 2024, number])
      return held.map((side) => ({
        week: number,
        teamId: side.teamId,
        told: toHundredths(side.totalPoints),
        points: week.lineups.find((lineup) => lineup.teamId === side.teamId)?.points,
      }))
    })
    expect(totals).toHaveLength(170)
    expect(totals.filter(({ told, points }) => told !== points)).toEqual([])
  })

  it('2024 week 15: the two teams with a bye have a line-up too', () => {
    const { week, json } = readWeek([fileOf(15), EASY_LEAGUE_ID, 2024, 15])
    const byes = json.schedule.filter((game: Json) => game.away === undefined)
    const ids = byes.map((game: Json) => game.home.teamId)
    expect(ids).toHaveLength(2)
    expect(week.lineups.filter((lineup) => ids.includes(lineup.teamId) && lineup.points > 0)).toHaveLength(2)
  })

  it('2024 week 12: the NFL team is that of the week, not that of the request', () => {
    const [raw] = rawEntries(12).filter((entry) => entry.playerPoolEntry.player.fullName === 'Cooper Kupp')
    expect(raw.playerPoolEntry.player.proTeamId).toBe(26)
    expect(entryOf(12, raw.playerId)?.nflTeamId).toBe(14)
  })

  it('2024 week 12: on a bye there are no points, and the projection is 0', () => {
    const [raw] = rawEntries(12).filter((entry) => entry.playerPoolEntry.player.fullName === 'Joe Burrow')
    expect(raw.playerPoolEntry.appliedStatTotal).toBe(0)
    expect(entryOf(12, raw.playerId)).toMatchObject({ points: null, projectedPoints: 0 })
  })

  it('2024 week 12: a score of 0 in a game is 0, unlike none at all', () => {
    const zero = rawEntries(12).find((entry) =>
      entry.playerPoolEntry.player.stats.some(
        (line: Json) => line.statSourceId === 0 && line.appliedTotal === 0,
      ),
    )
    expect(entryOf(12, zero.playerId)?.points).toBe(0)
  })

  it('a defense has a negative id, a position of its own and no injury', () => {
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

  it('projected and actual are told apart by their source, whichever comes first', () => {
    const firstSources = new Set(
      rawEntries(1).map((entry) => entry.playerPoolEntry.player.stats[0]?.statSourceId),
    )
    expect([...firstSources].sort()).toEqual([0, 1])
  })

  it('2020 week 8: an adjustment of 14 is in the score, not in the line-up', () => {
    const { week, held } = readWeek([`league-${EASY_LEAGUE_ID}/2020/week-08.json`, EASY_LEAGUE_ID, 2020, 8])
    const adjusted = held.find((side) => side.adjustment > 0)
    expect(adjusted).toMatchObject({ adjustment: 14, totalPoints: 117.52 })
    expect(week.lineups.find((lineup) => lineup.teamId === adjusted.teamId)?.points).toBe(10_352)
  })

  it('2023 week 14: a team with nobody in a starting place scores 0, and so does one with a lone starter', () => {
    const { week, json } = readWeek([`league-${EASY_LEAGUE_ID}/2023/week-14.json`, EASY_LEAGUE_ID, 2023, 14])
    const tie = json.schedule.find((game: Json) => game.winner === 'TIE')
    const tied = week.lineups.filter(({ teamId }) => [tie.home.teamId, tie.away.teamId].includes(teamId))
    expect(tied.map((lineup) => lineup.points)).toEqual([0, 0])
    const starters = tied.map(({ entries }) => entries.filter((entry) => slotOf(entry.slotId).isStarter))
    expect(starters.map((each) => each.map((entry) => entry.points))).toEqual([[0], []])
    expect(tied.map((lineup) => lineup.projectedPoints)).toEqual([1140, null])
  })

  it('2023 before the first kickoff: the starters are projected to score just what the team is', () => {
    const { week, held } = readWeek(WEEKS.at(-3) as RecordedWeek)
    expect(held).toHaveLength(10)
    for (const side of held) {
      expect(week.lineups.find((lineup) => lineup.teamId === side.teamId)).toMatchObject({
        points: 0,
        projectedPoints: toHundredths(side.totalProjectedPointsLive),
      })
    }
    expect(week.lineups.flatMap((lineup) => lineup.entries).every((entry) => entry.points === null)).toBe(
      true,
    )
  })

  it('2023 before the first kickoff: team 10 has eight starters of nine', () => {
    const { lineups } = readWeek(WEEKS.at(-3) as RecordedWeek).week
    const team = lineups.find((lineup) => lineup.teamId === 10)
    expect(team?.entries.filter((entry) => slotOf(entry.slotId).isStarter)).toHaveLength(8)
    expect(team?.emptySlots).toHaveLength(1)
    expect(lineups.filter((lineup) => lineup.teamId !== 10 && lineup.emptySlots.length > 0)).toEqual([])
  })

  it('2024 live: a team has what its starters have scored so far, in the first week of two', () => {
    const { week, held } = readWeek(WEEKS.at(-2) as RecordedWeek)
    const live = held.map((side) => [side.teamId, toHundredths(side.totalPointsLive ?? 0)])
    expect(week.lineups.map((lineup) => [lineup.teamId, lineup.points])).toEqual(
      live.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0)),
    )
    expect(live.some(([, points]) => (points ?? 0) > 0)).toBe(true)
  })

  it('2020 of the league with a superflex: slot 7 starts, and only one week has line-ups', () => {
    const { week, json } = readWeek(WEEKS.at(-1) as RecordedWeek)
    expect(json.schedule).toHaveLength(70)
    expect(week.lineups).toHaveLength(10)
    expect(week.lineups.every((lineup) => lineup.entries.some((entry) => entry.slotId === 7))).toBe(true)
  })

  it('2026: before the draft there are no line-ups, although week 1 has players', () => {
    const { week, held } = readWeek([`league-${EASY_LEAGUE_ID}/2026/combined.json`, EASY_LEAGUE_ID, 2026, 1])
    expect(held.some((side) => side.rosterForCurrentScoringPeriod.entries.length > 0)).toBe(true)
    expect(week).toMatchObject({ lineups: [], findings: [] })
  })

  it('2024: the rosters of a season are those of after its end, and of no week', () => {
    const { json, held } = readSeasonWithRosters()
    const lines = json.teams.flatMap((team: Json) =>
      team.roster.entries.flatMap((entry: Json) => entry.playerPoolEntry.player.stats),
    )
    const weeks = new Set(lines.map((line: Json) => line.scoringPeriodId).filter((week: number) => week > 0))
    expect([...weeks]).toEqual([18])
    expect(held).toBe(0)
    expect(() => translateWeek(json, { leagueId: EASY_LEAGUE_ID, season: 2024, week: 17 })).toThrow(
      expect.objectContaining({ failure: 'wrong_league' }),
    )
  })
})

function readSeasonWithRosters(): { json: Json; held: number } {
  const json = readCapture(`league-${EASY_LEAGUE_ID}/2024/combined.json`) as Json
  const sides: Json[] = json.schedule.flatMap((game: Json) => [game.home, game.away].filter(Boolean))
  return { json, held: sides.filter((side) => side.rosterForCurrentScoringPeriod).length }
}
