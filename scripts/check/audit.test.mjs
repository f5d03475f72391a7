import { expect, it } from 'vitest'
import { blockingAdvisories, parseAdvisories } from './audit.mjs'

const advisory = (/** @type {string} */ severity, number = 1) => ({
  source: number,
  name: 'leftpad',
  title: 'Pads too far',
  url: `https://advisories.example/${number}`,
  severity,
})

const report = (/** @type {object} */ vulnerabilities) =>
  `npm warn Something else\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities }, null, 2)}\n`

it('reads each advisory once, from whichever packages it touches', () => {
  const high = advisory('high')
  const output = report({
    leftpad: { severity: 'high', via: [high] },
    frame: { severity: 'high', via: ['leftpad', high] },
    other: { severity: 'low', via: [advisory('low', 2)] },
  })
  expect(parseAdvisories(output)).toEqual([high, advisory('low', 2)])
})

it('reads a report without findings, and one whose lines npm has not warned before', () => {
  expect(parseAdvisories(report({}))).toEqual([])
  expect(parseAdvisories('{\n  "vulnerabilities": {}\n}\n')).toEqual([])
})

it.each([
  '',
  'npm error audit endpoint returned an error',
  '{\n  "message": "405 Method Not Allowed",\n  "statusCode": 405\n}\nnpm error audit endpoint returned an error\n',
  '{\n  "vulnerabilities": {',
])('knows that the registry did not answer from %j', (output) => {
  expect(parseAdvisories(output)).toBe(null)
})

it('stops on what is high or critical, and names it', () => {
  const found = ['info', 'low', 'moderate', 'high', 'critical'].map(advisory)
  expect(blockingAdvisories(found, [], '2026-11-21')).toEqual([
    'high: Pads too far (https://advisories.example/3)',
    'critical: Pads too far (https://advisories.example/4)',
  ])
})

it.each([
  { today: '2026-11-30', stops: false },
  { today: '2026-12-01', stops: true },
])(
  'lets an advisory pass that was looked at, until its day: on $today it stops $stops',
  ({ today, stops }) => {
    const allowed = [
      { advisory: 'https://advisories.example/1', reason: 'We pad nothing.', until: '2026-12-01' },
    ]
    expect(blockingAdvisories([advisory('high')], allowed, today).length > 0).toBe(stops)
  },
)
