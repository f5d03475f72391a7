import { expect, it } from 'vitest'
import { createBarrier } from '../testing/barrier.ts'
import { createMemoryLog } from '../testing/memory-log.ts'
import { createMailQueue } from './mail-queue.ts'
import { noMailer } from './no-mailer.ts'

/** Generous, because the machine may be busy. */
const POLL_OPTIONS = { timeout: 10_000 }

it('runs three tasks at a time and the rest in order', async () => {
  const queue = createMailQueue(createMemoryLog().log)
  const started: number[] = []
  const barriers = Array.from({ length: 5 }, createBarrier)
  for (const [index, barrier] of barriers.entries()) {
    queue.enqueue(async () => {
      started.push(index)
      await barrier.released
    })
  }
  await expect.poll(() => started, POLL_OPTIONS).toEqual([0, 1, 2])
  barriers[1]?.release()
  await expect.poll(() => started, POLL_OPTIONS).toEqual([0, 1, 2, 3])
  for (const barrier of barriers) barrier.release()
  await queue.settled()
  expect(started).toEqual([0, 1, 2, 3, 4])
})

it('logs a failed task and continues', async () => {
  const { log, lines } = createMemoryLog()
  const queue = createMailQueue(log)
  const done: string[] = []
  queue.enqueue(async () => {
    throw new Error('mailbox full')
  })
  queue.enqueue(async () => void done.push('next'))
  await queue.settled()
  expect(done).toEqual(['next'])
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      msg: 'failed to send email',
      err: expect.objectContaining({ message: 'mailbox full' }),
    }),
  ])
})

it('rejects tasks when the queue is full', async () => {
  const { log, lines } = createMemoryLog()
  const queue = createMailQueue(log)
  const barrier = createBarrier()
  let startCount = 0
  for (let count = 0; count < 600; count += 1) {
    queue.enqueue(() => {
      startCount += 1
      return barrier.released
    })
    if (count === 10) await expect.poll(() => startCount, POLL_OPTIONS).toBe(3)
  }
  barrier.release()
  await queue.settled()
  expect(startCount).toBe(503)
  expect(lines).toHaveLength(97)
})

it('waits for running tasks and aborts them after the timeout', async () => {
  const queue = createMailQueue(createMemoryLog().log)
  const results: string[] = []
  const barrier = createBarrier()
  queue.enqueue(async () => {
    await barrier.released
    results.push('sent')
  })
  queue.enqueue(
    (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          results.push('aborted')
          resolve()
        })
      }),
  )
  barrier.release()
  queue.abortAfter(20)
  await queue.settled()
  expect(results).toEqual(['sent', 'aborted'])
})

it('sends nothing without SMTP_URL and logs a warning for each email', async () => {
  const { log, lines } = createMemoryLog()
  const mailer = noMailer(log)
  const email = { to: 'ada@league.example', subject: 'Ahoy', text: 'https://secret', html: 'https://secret' }
  await mailer.send(email, new AbortController().signal)
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['email not sent: SMTP_URL is not set'])
  expect(lines.join('')).not.toMatch(/secret|ada/)
})
