import { describe, expect, it } from 'vitest'
import { requestPace } from './web-client.ts'

/** A clock whose sleeps only record what they were asked for, and move the time unless it stands still. */
function pace(maxPerMinute: number, { isMoving = true } = {}, claimTurn = async () => 0) {
  let time = 0
  const waits: number[] = []
  const clock = {
    now: () => new Date(time),
    sleep: (ms: number) => {
      waits.push(ms)
      if (isMoving) time += ms
      return Promise.resolve()
    },
  }
  return { pace: requestPace(maxPerMinute, clock, claimTurn), waits, advance: (ms: number) => (time += ms) }
}

describe('the pace of requests', () => {
  it('sends a burst at once, and the next request a minute after its first one', async () => {
    const { pace: requests, waits, advance } = pace(3)
    for (let count = 0; count < 3; count += 1) expect(await requests.take(30_000, undefined)).toBe(true)
    expect(waits).toEqual([])
    advance(10_000)
    await requests.take(30_000, undefined)
    expect(waits).toEqual([50_000])
  })

  it('holds requests in parallel to the limit of any minute', async () => {
    const { pace: requests, waits } = pace(2, { isMoving: false })
    await Promise.all([1, 2, 3, 4, 5].map(() => requests.take(30_000, undefined)))
    expect(waits).toEqual([60_000, 60_000, 120_000])
  })

  it('waits through a short pause, and sends nothing in a long one', async () => {
    const { pace: requests, waits, advance } = pace(10)
    requests.pause(20_000)
    expect(await requests.take(30_000, undefined)).toBe(true)
    expect(waits).toEqual([20_000])
    requests.pause(60_000)
    requests.pause(1000)
    expect(await requests.take(30_000, undefined)).toBe(false)
    advance(60_000)
    expect(await requests.take(30_000, undefined)).toBe(true)
    expect(waits).toEqual([20_000])
  })

  it('holds back a request that waits for its turn when the host asks for a pause', async () => {
    let time = 0
    const waits: number[] = []
    const requests = requestPace(1, {
      now: () => new Date(time),
      sleep: async (ms) => {
        waits.push(ms)
        time += ms
        if (waits.length === 1) requests.pause(20_000)
      },
    })
    await requests.take(90_000, undefined)
    expect(await requests.take(90_000, undefined)).toBe(true)
    expect(waits).toEqual([60_000, 20_000])
  })

  it('has no limit without one', async () => {
    const { pace: requests, waits } = pace(Infinity)
    for (let count = 0; count < 500; count += 1) await requests.take(0, undefined)
    expect(waits).toEqual([])
  })
})

describe('a limit of several processes', () => {
  it('waits as long as the others leave no turn, and not for a host that wants a pause', async () => {
    const answers = [0, 7000, 2000, 0]
    const { pace: shared, waits } = pace(Infinity, {}, async () => answers.shift() ?? 0)
    expect(await shared.take(30_000, undefined)).toBe(true)
    expect(waits).toEqual([])
    expect(await shared.take(30_000, undefined)).toBe(true)
    expect(waits).toEqual([7000, 2000])
    shared.pause(60_000)
    answers.push(5000)
    expect(await shared.take(30_000, undefined)).toBe(false)
    expect([answers, waits]).toEqual([[5000], [7000, 2000]])
  })

  it.each([
    [20_000, true, [7000, 20_000]],
    [60_000, false, [7000]],
  ])('holds back a request that waits when the host asks for a pause of %i ms', async (ms, sent, waits) => {
    let time = 0
    const sleeps: number[] = []
    const sleep = async (wait: number) => {
      sleeps.push(wait)
      time += wait
      if (sleeps.length === 1) shared.pause(ms)
    }
    const answers = [7000, 0, 0]
    const clock = { now: () => new Date(time), sleep }
    const shared = requestPace(Infinity, clock, async () => answers.shift() ?? 0)
    expect(await shared.take(30_000, undefined)).toBe(sent)
    expect(sleeps).toEqual(waits)
  })
})
