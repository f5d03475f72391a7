import { pino } from 'pino'
import { expect, it } from 'vitest'
import { recentErrors } from './monitoring.ts'

const NOW = new Date('2026-11-20T20:00:00Z')

it('remembers the newest errors of a log and its children, newest first, and counts all', () => {
  const errors = recentErrors(() => NOW)
  const lines: string[] = []
  const log = pino({ hooks: errors.hooks }, { write: (line: string) => lines.push(line) })
  log.warn({ err: new Error('not this one') }, 'slow query')
  for (let number = 1; number <= 20; number += 1) log.error(`error ${number}`)
  log.child({ reqId: '7' }).error({ err: new Error('the disk is full') }, 'unhandled error')
  log.fatal({ job: 'backup', err: new Error('x'.repeat(400)) }, 'job failed')
  expect([errors.total(), errors.list().length, lines.length]).toEqual([22, 20, 23])
  expect(errors.list().slice(0, 3)).toEqual([
    { at: NOW, message: 'job failed', detail: `backup: ${'x'.repeat(292)}` },
    { at: NOW, message: 'unhandled error', detail: 'the disk is full' },
    { at: NOW, message: 'error 20', detail: '' },
  ])
})
