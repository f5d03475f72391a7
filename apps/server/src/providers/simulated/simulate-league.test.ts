import { addPoints } from '@fieldhouse/domain/points'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shapeOf } from './calendar.ts'
import { finalPoints, startersOf } from './lineup.ts'
import { type SimulatedSeason, simulateLeague } from './simulate-league.ts'
import { rankTeams, winLossRecordOf } from './standings-table.ts'

const sortAscending = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b)
const regularGames = ({ games }: SimulatedSeason) => games.filter((game) => game.tier === 'NONE')

/** Holds a claim against leagues of many seeds and seasons. */
function forSeasons(claim: (season: SimulatedSeason) => void): void {
  const anySeason = fc.record({ seed: fc.string(), season: fc.integer({ min: 2012, max: 2030 }) })
  fc.assert(
    fc.property(anySeason, (choice) => claim(simulateLeague(choice))),
    { numRuns: 12 },
  )
}

describe('simulateLeague', () => {
  it('lets each team play once in every week of the regular season', () => {
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

  it('has as many wins as losses, an even number of ties, and as many points for as against', () => {
    forSeasons((season) => {
      const tallies = season.teamIds.map((teamId) => winLossRecordOf(regularGames(season), teamId))
      const sum = (of: (tally: (typeof tallies)[number]) => number) =>
        tallies.reduce((total, each) => total + of(each), 0)
      expect(sum((tally) => tally.wins)).toBe(sum((tally) => tally.losses))
      expect(sum((tally) => tally.ties) % 2).toBe(0)
      expect(sum((tally) => tally.wins + tally.losses + tally.ties)).toBe(
        shapeOf(season.season).regularWeeks * season.teamIds.length,
      )
      expect(sum((tally) => tally.pointsFor)).toBe(sum((tally) => tally.pointsAgainst))
    })
  })

  it('seeds every team once', () => {
    forSeasons((season) => {
      expect(sortAscending(rankTeams(regularGames(season), season.teamIds))).toEqual(season.teamIds)
    })
  })

  it('ranks every team once, with the winner of the last game of the bracket first', () => {
    forSeasons((season) => {
      const final = season.games.filter((game) => game.tier === 'WINNERS_BRACKET').at(-1)
      const champion = final?.winner === 'AWAY' ? final.away?.teamId : final?.home.teamId
      expect(sortAscending(season.finalOrder)).toEqual(season.teamIds)
      expect(season.finalOrder[0]).toBe(champion)
    })
  })

  it('gives the first two seeds a bye and everyone else a game in the first round', () => {
    forSeasons((season) => {
      const week = shapeOf(season.season).regularWeeks + 1
      const seeds = rankTeams(regularGames(season), season.teamIds)
      const round = season.games.filter((game) => game.period === week)
      const byes = round.filter((game) => game.away === null)
      expect(byes.map((game) => game.home.teamId)).toEqual(seeds.slice(0, 2))
      expect(
        sortAscending(
          round.flatMap(({ home, away }) => (away === null ? home.teamId : [home.teamId, away.teamId])),
        ),
      ).toEqual(season.teamIds)
    })
  })

  it('scores a game by the sum of the starters and decides it by the scores', () => {
    forSeasons((season) => {
      for (const { weeks, home, away, winner } of season.games) {
        const started = weeks.map((week) => finalPoints(season.lineupOf(home.teamId, week)))
        expect(home.points).toBe(addPoints([...started, home.adjustment]))
        if (away === null) expect(winner).toBe('UNDECIDED')
        else if (home.points !== away.points) expect(winner).toBe(home.points > away.points ? 'HOME' : 'AWAY')
      }
    })
  })

  it('drafts every player once and sixteen for each team', () => {
    forSeasons((season) => {
      expect(new Set(season.picks.map((pick) => pick.playerId)).size).toBe(season.teamIds.length * 16)
      for (const teamId of season.teamIds) {
        expect(season.picks.filter((pick) => pick.teamId === teamId)).toHaveLength(16)
      }
    })
  })

  it('lets nobody start in a place that is not theirs, or hurt, or twice', () => {
    const fits = {
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
          expect(fits[slotId as keyof typeof fits]).toContain(player.position)
          expect(['ACTIVE', 'QUESTIONABLE']).toContain(week.health)
        }
      }
    })
  })

  it('is another league with another seed', () => {
    const scores = (seed: string) =>
      simulateLeague({ seed, season: 2026 }).games.map((game) => game.home.points)
    expect(scores('one')).not.toEqual(scores('two'))
  })
})
