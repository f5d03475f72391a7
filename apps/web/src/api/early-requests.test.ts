import { beforeEach, describe, expect, it } from 'vitest'
import { FIRST_REQUESTS_KEY, type KeyValueStorage } from '../storage/browser-storage.ts'
import { firstRequests } from './early-requests.ts'

const SCREEN = '?league=Harbour&tab=standings'

let values: Map<string, string>
let storage: KeyValueStorage
beforeEach(() => {
  values = new Map()
  storage = {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
})

const response = (text: string) => Promise.resolve(new Response(text))

function start(responses: Record<string, Promise<Response>> = {}, screen = SCREEN) {
  return firstRequests({ screen, responses: new Map(Object.entries(responses)) }, storage)
}

const remembered = () => JSON.parse(values.get(FIRST_REQUESTS_KEY) ?? 'null')

describe('the requests of the first screen', () => {
  it('get the response that was requested early, once', async () => {
    const requests = start({ '/api/whoami/': response('early') })
    expect(await (await requests.take('GET', '/api/whoami/'))?.text()).toBe('early')
    expect(requests.take('GET', '/api/whoami/')).toBeUndefined()
    expect(requests.take('GET', '/api/leagues/')).toBeUndefined()
  })

  it('are remembered for the next visit to the screen, in their order', () => {
    const requests = start()
    for (const path of ['/api/whoami/', '/api/leagues/', '/api/whoami/']) void requests.take('GET', path)
    requests.finish()
    expect(remembered()).toEqual({ [SCREEN]: ['/api/whoami/', '/api/leagues/'] })
  })

  it('replace those of the last visit, and leave those of other screens', () => {
    values.set(FIRST_REQUESTS_KEY, JSON.stringify({ [SCREEN]: ['/api/old/'], dashboard: ['/api/leagues/'] }))
    const requests = start()
    void requests.take('GET', '/api/whoami/')
    requests.finish()
    expect(remembered()).toEqual({ dashboard: ['/api/leagues/'], [SCREEN]: ['/api/whoami/'] })
  })

  it('are remembered for ten screens', () => {
    for (let number = 1; number <= 12; number += 1) start({}, `screen ${number}`).finish()
    expect(Object.keys(remembered())).toEqual(Array.from({ length: 10 }, (_, index) => `screen ${index + 3}`))
  })

  it.each(['not JSON', 'null'])('are remembered when the storage contains %s', (stored) => {
    values.set(FIRST_REQUESTS_KEY, stored)
    start().finish()
    expect(remembered()).toEqual({ [SCREEN]: [] })
  })

  it('are sent again after a write, and not remembered', () => {
    const requests = start({ '/api/leagues/': response('from before the write') })
    expect(requests.take('POST', '/api/logout/')).toBeUndefined()
    expect(requests.take('GET', '/api/leagues/')).toBeUndefined()
    requests.finish()
    expect(remembered()).toBeNull()
  })

  it('are sent again once the first screen is complete', () => {
    const requests = start({ '/api/leagues/': response('too old') })
    requests.finish()
    expect(requests.take('GET', '/api/leagues/')).toBeUndefined()
  })
})
