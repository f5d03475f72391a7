import { addPoints } from '@fieldhouse/domain/points'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shapeOf } from '../nfl.ts'
import { finalPoints, startersOf } from './rosters.ts'
import { rankTeams, type SimulatedSeason, simulateLeague, totalsOf } from './simulate-league.ts'

const sortAscending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)
const regularGames = ({ games }: SimulatedSeason) => games.filter((game) => game.tier === 'NONE')

/** Checks a property for leagues with random seeds and seasons. */
function forSeasons(check: (season: SimulatedSeason) => void): void {
  const anySeason = fc.record({ seed: fc.string(), season: fc.integer({ min: 2012, max: 2030 }) })
  fc.assert(
    fc.property(anySeason, (options) => check(simulateLeague(options))),
    { numRuns: 12 },
  )
}

describe('simulateLeague', () => {
  it('schedules each team once in every week of the regular season', () => {
    forSeasons((season) => {
      const { regularWeeks } = shapeOf(season.season)
      for (let week = 1; week <= regularWeeks; week++) {
        const games = regularGames(season).filter((game) => game.period === week)
        expect(sortAscending(games.flatMap(({ home, away }) => [home.teamId, away?.teamId ?? 0]))).toEqual(
          season.teamIds,
        )
      }
      expect(regularGames(season)).toHaveLength((regularWeeks * season.teamIds.length) / 2)
    })
  })

  it('has equal wins and losses, an even number of ties, and equal points for and against', () => {
    forSeasons((season) => {
      const records = season.teamIds.map((teamId) => totalsOf(regularGames(season), teamId))
      const sum = (select: (record: (typeof records)[number]) => number) =>
        records.reduce((total, each) => total + select(each), 0)
      expect(sum((record) => record.wins)).toBe(sum((record) => record.losses))
      expect(sum((record) => record.ties) % 2).toBe(0)
      expect(sum((record) => record.wins + record.losses + record.ties)).toBe(
        shapeOf(season.season).regularWeeks * season.teamIds.length,
      )
      expect(sum((record) => record.pointsFor)).toBe(sum((record) => record.pointsAgainst))
    })
  })

  it('seeds every team once', () => {
    forSeasons((season) => {
      expect(sortAscending(rankTeams(regularGames(season), season.teamIds))).toEqual(season.teamIds)
    })
  })

  it('ranks every team once, with the champion first', () => {
    forSeasons((season) => {
      const final = season.games.filter((game) => game.tier === 'WINNERS_BRACKET').at(-1)
      const champion = final?.winner === 'AWAY' ? final.away?.teamId : final?.home.teamId
      expect(sortAscending(season.finalOrder)).toEqual(season.teamIds)
      expect(season.finalOrder[0]).toBe(champion)
    })
  })

  it('gives the top two seeds a bye and every other team a game in the first playoff round', () => {
    forSeasons((season) => {
      const week = shapeOf(season.season).regularWeeks + 1
      const seeds = rankTeams(regularGames(season), season.teamIds)
      const firstRound = season.games.filter((game) => game.period === week)
      const byes = firstRound.filter((game) => game.away === null)
      expect(byes.map((game) => game.home.teamId)).toEqual(seeds.slice(0, 2))
      expect(
        sortAscending(
          firstRound.flatMap(({ home, away }) => (away === null ? home.teamId : [home.teamId, away.teamId])),
        ),
      ).toEqual(season.teamIds)
    })
  })

  it('scores a game by the points of the starters and decides it by the scores', () => {
    forSeasons((season) => {
      for (const { weeks, home, away, winner } of season.games) {
        const started = weeks.map((week) => finalPoints(season.lineupOf(home.teamId, week)))
        expect(home.points).toBe(addPoints([...started, home.adjustment]))
        if (away === null) expect(winner).toBe('UNDECIDED')
        else if (home.points !== away.points) expect(winner).toBe(home.points > away.points ? 'HOME' : 'AWAY')
      }
    })
  })

  it('drafts every player at most once and sixteen for each team', () => {
    forSeasons((season) => {
      expect(new Set(season.picks.map((pick) => pick.playerId)).size).toBe(season.teamIds.length * 16)
      for (const teamId of season.teamIds) {
        expect(season.picks.filter((pick) => pick.teamId === teamId)).toHaveLength(16)
      }
    })
  })

  it('starts only healthy players, in eligible slots, and each at most once', () => {
    const positionsBySlot = {
      0: ['QB'],
      2: ['RB'],
      4: ['WR'],
      6: ['TE'],
      16: ['D/ST'],
      17: ['K'],
      23: ['RB', 'WR', 'TE'],
    }
    forSeasons((season) => {
      for (const teamId of season.teamIds) {
        const lineup = season.lineupOf(teamId, 9)
        expect(new Set(lineup.map((entry) => entry.player.id)).size).toBe(16)
        expect(startersOf(lineup).length).toBeLessThanOrEqual(9)
        for (const { slotId, player, week } of startersOf(lineup)) {
          expect(positionsBySlot[slotId as keyof typeof positionsBySlot]).toContain(player.position)
          expect(['ACTIVE', 'QUESTIONABLE']).toContain(week.health)
        }
      }
    })
  })

  it('generates a different league for a different seed', () => {
    const scores = (seed: string) =>
      simulateLeague({ seed, season: 2026 }).games.map((game) => game.home.points)
    expect(scores('one')).not.toEqual(scores('two'))
  })
})
