import { describe, expect, it } from 'vitest'
import { assignUsers, type OwnedTeam, type TeamAssignment } from '../seasons/season-views.ts'

const ADA: TeamAssignment = { userId: 10, teamId: 9, season: 2021, memberId: '{A}' }
const BEN: TeamAssignment = { userId: 20, teamId: 3, season: 2021, memberId: '{B}' }
const VACANT: TeamAssignment = { userId: 30, teamId: 5, season: 2021, memberId: null }

const team = (teamId: number, ...ownerIds: string[]): OwnedTeam => ({ teamId, ownerIds })

describe('assignUsers', () => {
  it.each<[string, TeamAssignment[], OwnedTeam[], [number, ...number[]][]]>([
    ['keeps the team of an owner who stays', [ADA], [team(9, '{A}')], [[9, 10]]],
    ['follows an owner to another team ID', [ADA], [team(3, '{A}'), team(9, '{B}')], [[3, 10]]],
    ['ends when the owner has left', [ADA], [team(9, '{B}')], []],
    [
      'swaps users when their owners swap team IDs',
      [ADA, BEN],
      [team(3, '{A}'), team(9, '{B}')],
      [
        [3, 10],
        [9, 20],
      ],
    ],
    ['follows a merged account', [ADA], [team(4, '{A2}')], [[4, 10]]],
    ['keeps the assigned team of an owner of several', [ADA], [team(1, '{A}'), team(9, '{A}')], [[9, 10]]],
    [
      'lets several users have the teams of one owner',
      [ADA, { ...BEN, memberId: '{A}' }],
      [team(3, '{A}'), team(9, '{A}')],
      [
        [3, 20],
        [9, 10],
      ],
    ],
    ['follows an owner who is no longer the primary owner', [ADA], [team(9, '{C}', '{A}')], [[9, 10]]],
    [
      'lets the owners of one team share it, the primary one first',
      [ADA, BEN],
      [team(9, '{B}', '{A}')],
      [[9, 20, 10]],
    ],
    [
      'lets several users share the team of one owner',
      [ADA, { ...BEN, teamId: 9, memberId: '{A}' }],
      [team(3, '{C}'), team(9, '{A}')],
      [[9, 10, 20]],
    ],
    [
      'gives each owner of a shared team their other team first',
      [ADA, BEN],
      [team(9, '{A}', '{B}'), team(3, '{B}')],
      [
        [3, 20],
        [9, 10],
      ],
    ],
    ['keeps a team without an owner', [VACANT], [team(5)], [[5, 30]]],
    ['ends for a team without an owner when it gets one', [VACANT], [team(5, '{C}')], []],
    ['gives an owned team to nobody else', [ADA], [team(9)], []],
  ])('%s', (_, assignments, teams, expected) => {
    const personOf = (memberId: string) => (memberId === '{A2}' ? '{A}' : memberId)
    const users = assignUsers(assignments, { season: 2022, teams }, personOf)
    expect([...users].map(([teamId, userIds]) => [teamId, ...userIds]).sort()).toEqual(expected.sort())
  })

  it('does not assign a team without an owner in the seasons before', () => {
    const identity = (memberId: string) => memberId
    expect([...assignUsers([VACANT], { season: 2020, teams: [team(5)] }, identity)]).toEqual([])
  })
})
