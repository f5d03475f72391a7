import { keyOfSleeperPlayer } from '@fieldhouse/domain/nfl/player'
import { expect, it } from 'vitest'
import { headshotUrl, toAllowedUrl } from './image-paths.ts'

it.each([
  ['ESPN', 4_362_628, 'https://a.espncdn.com/i/headshots/nfl/players/full/4362628.png'],
  ['Sleeper', keyOfSleeperPlayer('4046') ?? 0, 'https://sleepercdn.com/content/nfl/players/4046.jpg'],
])('the headshot of a player of %s is read from its own host', (_, key, url) => {
  expect(headshotUrl(key)).toBe(url)
  expect(toAllowedUrl(url, 'https://a.espncdn.com')).toBe(url)
})
