import { expect, it } from 'vitest'
import { BUDGET, budgetProblems, costTable, type PartCost } from './budget.ts'

const LIMIT_MS = BUDGET.server * 1000

const costOf = (cpuMs: number | undefined, files: PartCost['files'] = []): PartCost[] => [
  { name: 'server', wallMs: 1000, cpuMs, files },
]

it('accepts a part within its budget, and one whose processor time is not known', () => {
  expect(budgetProblems(costOf(LIMIT_MS), 1)).toEqual([])
  expect(budgetProblems(costOf(undefined), 1)).toEqual([])
})

it('names the ten most expensive files of a part above its budget', () => {
  const files = Array.from({ length: 12 }, (_, index) => ({
    file: `file-${index}.test.ts`,
    ms: index * 1000,
  }))
  const [problem = '', ...others] = budgetProblems(costOf(LIMIT_MS + 1000, files), 1)
  expect(others).toEqual([])
  const [message, ...listed] = problem.split('\n')
  expect(message).toContain(`"server" used ${BUDGET.server + 1} s of processor time`)
  expect(listed.map((line) => line.split(/\s+/).at(-1))).toEqual(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((index) => `file-${index}.test.ts`),
  )
})

it('allows a slower machine more, and a faster one no less', () => {
  expect(budgetProblems(costOf(LIMIT_MS * 1.5), 1.6)).toEqual([])
  expect(budgetProblems(costOf(LIMIT_MS * 1.7), 1.6)).toHaveLength(1)
  expect(budgetProblems(costOf(LIMIT_MS), 0.5)).toEqual([])
})

it('prints the time of each part and of all', () => {
  expect(
    costTable([...costOf(2000), { name: 'checks', wallMs: 500, cpuMs: undefined, files: [] }], 1200),
  ).toBe(
    [
      '                          time    processor',
      `server                     1 s     2 of ${BUDGET.server} s`,
      `checks                     1 s     – of ${BUDGET.checks} s`,
      'all                        1 s     2 s',
    ].join('\n'),
  )
})
