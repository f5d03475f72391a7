import { describe, expect, it } from 'vitest'
import { parseLeagueId, parseSheetUrl } from './provider-urls.ts'

describe('parseLeagueId', () => {
  it.each([
    ['18254195', 18254195],
    ['  18254195\n', 18254195],
    ['https://fantasy.espn.com/football/league?leagueId=18254195&seasonId=2026', 18254195],
    ['https://fantasy.espn.com/football/team?seasonId=2026&leagueId=7', 7],
    ['LEAGUEID=12', 12],
  ])('finds the league ID in %j', (text, id) => {
    expect(parseLeagueId(text)).toBe(id)
  })

  it.each([
    '',
    '   ',
    '0',
    '-5',
    '1.5',
    'abc',
    'leagueId=',
    'leagueId=abc',
    '1234567890123456',
    'leagueId=1234567890123456',
    '12 34',
  ])('finds no league ID in %j', (text) => {
    expect(parseLeagueId(text)).toBe(undefined)
  })
})

describe('parseSheetUrl', () => {
  const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz_-0123456789abcd'

  it.each([
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=42`, ID, '42'],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=7#gid=7`, ID, '7'],
    [`https://docs.google.com/spreadsheets/d/${ID}`, ID, null],
    [`https://docs.google.com/spreadsheets/d/e/2PACX-${ID}/pub?gid=3&output=csv`, `e/2PACX-${ID}`, '3'],
    [ID, ID, null],
    ['12345678901234567890', '12345678901234567890', null],
    [' 123 ', null, '123'],
    ['', null, null],
    ['my sheet', null, null],
    ['too-short', null, null],
  ])('finds in %j the sheet %j and the tab %j', (text, sheetId, gid) => {
    expect(parseSheetUrl(text)).toEqual({ sheetId, gid })
  })
})
