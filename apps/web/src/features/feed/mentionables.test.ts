import { expect, it } from 'vitest'
import { findSuggestions, type Mentionables } from './mention-suggestions.tsx'

const team = (id: number, name: string, abbrev: string) => ({ id, name, abbrev, logo: null, color: null })
const SUNDAY: Mentionables = {
  members: [
    { id: 1, name: 'Ada Quill', team_id: 1 },
    { id: 2, name: 'Bo Lark', team_id: null },
    { id: 3, name: 'Zoë Ångström', team_id: 2 },
  ],
  teams: [team(1, 'Zebra Crossing', 'ZEB'), team(2, 'Dune Riders', 'DUN')],
}

const find = (query: string, mentionables = SUNDAY) =>
  findSuggestions(mentionables, query, 'Bo Lark').map(({ kind, name, note }) => `${kind} ${name}, ${note}`)

it('suggests everybody but the user before anything is typed', () => {
  expect(find('')).toEqual([
    'member Ada Quill, Zebra Crossing',
    'member Zoë Ångström, Dune Riders',
    'team Zebra Crossing, Team',
    'team Dune Riders, Team',
  ])
})

it.each([
  ['ANG', ['member Zoë Ångström, Dune Riders']],
  ['zoe a', ['member Zoë Ångström, Dune Riders']],
  // First members by name, then teams, then members by team.
  ['ze', ['team Zebra Crossing, Team', 'member Ada Quill, Zebra Crossing']],
  [
    'z',
    ['member Zoë Ångström, Dune Riders', 'team Zebra Crossing, Team', 'member Ada Quill, Zebra Crossing'],
  ],
  ['dun', ['team Dune Riders, Team', 'member Zoë Ångström, Dune Riders']],
  ['bo', []],
])('suggests for %j', (query, expected) => {
  expect(find(query)).toEqual(expected)
})

it('suggests at most eight', () => {
  const members = Array.from({ length: 20 }, (_, id) => ({ id, name: `Member ${id}`, team_id: null }))
  expect(find('m', { members, teams: [] })).toHaveLength(8)
})
