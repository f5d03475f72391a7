import { expect, it } from 'vitest'
import { blockingAdvisories, parseAdvisories } from './packages.ts'

const advisory = (severity: string, number = 1) => ({
  source: number,
  name: 'leftpad',
  title: 'Pads too far',
  url: `https://advisories.example/${number}`,
  severity,
})

const report = (vulnerabilities: object) =>
  `npm warn Something else\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities }, null, 2)}\n`

it('reads an advisory that affects several packages once', () => {
  const high = advisory('high')
  const output = report({
    leftpad: { severity: 'high', via: [high] },
    frame: { severity: 'high', via: ['leftpad', high] },
    other: { severity: 'low', via: [advisory('low', 2)] },
  })
  expect(parseAdvisories(output)).toEqual([high, advisory('low', 2)])
})

it('reads a report without findings and a report without preceding warnings', () => {
  expect(parseAdvisories(report({}))).toEqual([])
  expect(parseAdvisories('{\n  "vulnerabilities": {}\n}\n')).toEqual([])
})

it.each([
  '',
  'npm error audit endpoint returned an error',
  '{\n  "message": "405 Method Not Allowed",\n  "statusCode": 405\n}\nnpm error audit endpoint returned an error\n',
  '{\n  "vulnerabilities": {',
])('returns null for the output %j', (output) => {
  expect(parseAdvisories(output)).toBe(null)
})

it('blocks high and critical advisories', () => {
  const found = ['info', 'low', 'moderate', 'high', 'critical'].map(advisory)
  expect(blockingAdvisories(found, [], '2026-11-21')).toEqual([
    'high: Pads too far (https://advisories.example/3)',
    'critical: Pads too far (https://advisories.example/4)',
  ])
})

it.each([
  { today: '2026-11-30', isBlocked: false },
  { today: '2026-12-01', isBlocked: true },
])('blocks an advisory allowed until 2026-12-01 on $today: $isBlocked', ({ today, isBlocked }) => {
  const allowed = [
    {
      advisory: 'https://advisories.example/1',
      reason: 'Fieldhouse does not use padding.',
      until: '2026-12-01',
    },
  ]
  expect(blockingAdvisories([advisory('high')], allowed, today).length > 0).toBe(isBlocked)
})
