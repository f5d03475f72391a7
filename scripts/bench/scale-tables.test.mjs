import { expect, it } from 'vitest'
import { describeViolations, operationTable } from './scale-tables.mjs'

/** @param {number} ms */
const cost = (ms) => ({ ms, bytes: 2048, statements: 3, rows: 5, pages: ms * 10 })

/** @param {Partial<import('./scale-tables.mjs').OperationCosts>} some */
const operation = (some) => ({
  name: 'listFeed',
  who: 'player',
  isRead: true,
  grows: null,
  costs: [cost(10), cost(11), cost(13)],
  plan: ['feed_items_by_place'],
  whole: [],
  ...some,
})

it('says which calls cost more among many leagues, and what they read whole', () => {
  expect(describeViolations([operation({})])).toBe(
    'No call takes more than 1.3 times as long. No call reads a table that grows from one end to the other.',
  )
  const slow = operation({ costs: [cost(10), cost(14)] })
  expect(describeViolations([slow, operation({ name: 'listAuditEntries', whole: ['leagues'] })])).toBe(
    'Longer than 1.3 times as long: listFeed by player. Read from one end to the other: listAuditEntries by player: leagues.',
  )
})

it('shows apart what is as large as there are leagues', () => {
  const shown = operationTable(
    [operation({}), operation({ name: 'listUsers', grows: 'names everybody' })],
    [10, 100, 1000],
  )
  const rows = shown.split('\n').map((line) => line.replace(/\s+/g, ' '))
  expect(rows).toContain('| listFeed | player | 3 | 5 | 100 | 110 | 130 | 10 | 11 | 13 | 1.3 |')
  expect(rows).toContain('| listUsers | player | 5 | 2 | 10 | 11 | 13 | names everybody |')
})
