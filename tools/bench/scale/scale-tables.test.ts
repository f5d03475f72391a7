import { expect, it } from 'vitest'
import type { RequestCost } from './measure-requests.ts'
import { describeViolations, operationTable } from './scale-tables.ts'

const cost = (ms: number) => ({ ms, bytes: 2048, statements: 3, rows: 5, pages: ms * 10 })

const operation = (overrides: Partial<RequestCost>) => ({
  name: 'listFeed',
  who: 'player',
  isRead: true,
  grows: null,
  costs: [cost(10), cost(11), cost(13)],
  plan: ['feed_items_by_place'],
  whole: [],
  ...overrides,
})

it('names operations that take longer with more leagues or scan a growing table', () => {
  expect(describeViolations([operation({})])).toBe(
    'No operation takes more than 1.3 times as long. No operation scans a table that grows.',
  )
  const slow = operation({ costs: [cost(10), cost(14)] })
  expect(describeViolations([slow, operation({ name: 'listAuditEntries', whole: ['leagues'] })])).toBe(
    'More than 1.3 times as long: listFeed as player. Scans a table that grows: listAuditEntries as player: leagues.',
  )
})

it('lists operations whose responses grow in a separate table', () => {
  const tables = operationTable(
    [operation({}), operation({ name: 'listUsers', grows: 'lists all users' })],
    [10, 100, 1000],
  )
  const rows = tables.split('\n').map((line) => line.replace(/\s+/g, ' '))
  expect(rows).toContain('| listFeed | player | 3 | 5 | 100 | 110 | 130 | 10 | 11 | 13 | 1.3 |')
  expect(rows).toContain('| listUsers | player | 5 | 2 | 10 | 11 | 13 | lists all users |')
})
