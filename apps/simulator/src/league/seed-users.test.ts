import { describe, expect, it } from 'vitest'
import { membersIn, teamsIn } from './seed-users.ts'

const SEASONS = Array.from({ length: 15 }, (_, index) => 2012 + index)

const team = (season: number, teamId: number) => teamsIn(season).find((each) => each.teamId === teamId)
const ownersOf = (season: number, teamId: number) =>
  team(season, teamId)?.owners.map(({ firstName, lastName }) => `${firstName} ${lastName}`)
const seasonsOf = (displayName: string) =>
  SEASONS.filter((season) =>
    teamsIn(season).some(({ owners }) => owners.some((owner) => owner.displayName === displayName)),
  )

describe('the members and teams of fifteen seasons', () => {
  it('have eight, then ten, then twelve teams with unique IDs', () => {
    const sizes = SEASONS.map((season) => teamsIn(season).length)
    expect(sizes).toEqual([8, 8, 10, 10, 10, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12])
    for (const season of SEASONS) {
      expect(new Set(teamsIn(season).map(({ teamId }) => teamId)).size).toBe(teamsIn(season).length)
    }
  })

  it('include owners who leave and return, and owners who stay for a few seasons', () => {
    expect(seasonsOf('bramtolliver')).toEqual([
      2012, 2013, 2014, 2015, 2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026,
    ])
    expect(seasonsOf('petravoss')).toEqual([2014, 2015, 2016])
  })

  it('include an owner who returns with a different team ID', () => {
    expect([ownersOf(2013, 4), ownersOf(2019, 13)]).toEqual([['Otis Crane'], ['Otis Crane']])
    expect(team(2013, 4)?.owners[0]?.id).toBe(team(2019, 13)?.owners[0]?.id)
  })

  it('include two teams that swap IDs in 2020', () => {
    expect([team(2019, 10)?.owners[0]?.id, team(2019, 11)?.owners[0]?.id]).toEqual([
      team(2020, 11)?.owners[0]?.id,
      team(2020, 10)?.owners[0]?.id,
    ])
  })

  it('include a team without an owner in 2020, whose last owner is still a member', () => {
    expect(SEASONS.filter((season) => teamsIn(season).some(({ owners }) => owners.length === 0))).toEqual([
      2020,
    ])
    expect(team(2020, 3)?.primaryOwner).toBeNull()
    const cleo = team(2019, 3)?.owners[0]?.id
    expect(membersIn(2020).filter((member) => member.id === cleo)).toHaveLength(1)
  })

  it('include a person with two accounts that co-own a team for two seasons', () => {
    expect([2018, 2020, 2021].map((season) => ownersOf(season, 12))).toEqual([
      ['kit sorrel'],
      ['kit sorrel', 'Kit Sorrel'],
      ['Kit Sorrel'],
    ])
    expect(new Set(team(2020, 12)?.owners.map(({ id }) => id)).size).toBe(2)
  })

  it('include a co-owned team, with the second owner as primary owner in 2023', () => {
    const { owners, primaryOwner } = team(2023, 10) ?? { owners: [], primaryOwner: null }
    expect(owners.map(({ firstName }) => firstName)).toEqual(['Ines', 'Milo'])
    expect(primaryOwner?.firstName).toBe('Milo')
  })

  it('include accounts whose names change', () => {
    const names = [2016, 2017].map((season) => team(season, 6)?.owners[0])
    expect(names.map((owner) => owner?.lastName)).toEqual(['Halloran', 'Vance'])
    expect(new Set(names.map((owner) => owner?.id)).size).toBe(1)
    expect(SEASONS.map((season) => team(season, 5)?.owners[0]?.displayName)).toContain('salty_dov')
  })

  it('give team 8 three names over the seasons', () => {
    expect(new Set(SEASONS.map((season) => team(season, 8)?.name)).size).toBe(3)
  })

  it('have one commissioner each', () => {
    for (const season of SEASONS) {
      const commissioners = membersIn(season).filter((member) => member.isCommissioner)
      expect(commissioners.map(({ displayName }) => displayName)).toEqual(['gretalund'])
    }
  })
})
