import type { RecapDocument, RecapTeam } from './recap-document.ts'

const MAX_REWRITE_LENGTH = 3000

export type RewriteCheck = { kind: 'accepted'; story: string[] } | { kind: 'rejected'; reason: string }

/**
 * Checks a story that somebody else wrote against the facts of a recap. Every number has to be one of the facts, and
 * a sentence that names somebody may only have numbers of facts about them. Names of the
 * league that the recap does not mention are rejected, as is every capitalized word inside a sentence that is neither
 * part of the recap nor ordinary football English.
 * @param leagueNames the names of the league's teams and people, this season's and earlier ones'
 */
export function checkRewrite(
  text: string,
  facts: RecapDocument,
  leagueNames: readonly string[],
): RewriteCheck {
  const reject = (reason: string): RewriteCheck => ({ kind: 'rejected', reason })
  const story = text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
  const whole = story.join('\n')
  if (whole === '') return reject('the answer is empty')
  if (whole.length > MAX_REWRITE_LENGTH) return reject('the answer is too long')
  const source = textsOf(facts).join('\n')
  const names = namesOf(facts)
  const stripped = removeNames(whole, names)
  if (/<[^<>]*>|https?:|www\.|@|[`{}[\]|#*_\\]|\p{Cc}/iu.test(stripped.replaceAll('\n', ' ')))
    return reject('the answer has markup, a link or a mention')
  const known = new Set(numbersIn(removeNames(source, names)))
  const number = numbersIn(stripped).find((each) => !known.has(each))
  if (number !== undefined) return reject(`${number} is not a number of the recap`)
  const word = numberWordsIn(stripped).find((each) => !known.has(each))
  if (word !== undefined) return reject(`${word}, in words, is not a number of the recap`)
  const foreign = leagueNames.find(
    (name) => name.trim().length > 2 && !names.includes(name) && containsName(stripped, name.trim()),
  )
  if (foreign !== undefined) return reject(`${foreign} is not in the recap`)
  const invented = inventedWord(stripped, source)
  if (invented !== undefined) return reject(`${invented} is not in the recap`)
  const wrong = story
    .flatMap(sentencesOf(names))
    .find((sentence) => !isAboutTheSameFact(sentence, facts, names))
  return wrong === undefined
    ? { kind: 'accepted', story }
    : reject(`a number is about another team: ${wrong}`)
}

function textsOf(facts: RecapDocument): string[] {
  return [facts.title, facts.headline, ...facts.story, ...facts.lists, ...factTexts(facts)]
}

function factTexts({ title, games, byes, awards, power, odds, records, standings }: RecapDocument): string[] {
  const namesIn = (teams: readonly RecapTeam[]) => teams.map(({ name }) => name).join(' ')
  return [
    title,
    ...games.map(
      ({ winner, loser, score, against, margin, streak, series, round }) =>
        `${winner.name} ${loser.name} ${score} ${against} ${margin} ${streak} ${series?.score ?? ''} ${series?.against ?? ''} ${round ?? ''}`,
    ),
    namesIn(byes),
    ...awards.map(({ label, teams, value, note }) => `${label} ${namesIn(teams)} ${value} ${note ?? ''}`),
    ...power.map(({ team, rank, change }) => `${team.name} ${rank} ${Math.abs(change)}`),
    ...odds.map(({ team, before, after }) => `${team.name} ${before ?? ''} ${after}`),
    ...records.map(({ label, holder, value }) => `${label} ${holder} ${value}`),
    ...standings.map(({ team, rank, record, points }) => `${team.name} ${rank} ${record} ${points}`),
  ]
}

/** The longest first, so that a name within another one is not found in it. */
function namesOf({ games, byes, awards, power, odds, records, standings }: RecapDocument): string[] {
  const teams = [
    ...games.flatMap(({ winner, loser }) => [winner, loser]),
    ...byes,
    ...awards.flatMap((award) => award.teams),
    ...[...power, ...odds, ...standings].map(({ team }) => team),
  ]
  const people = [...awards.flatMap(({ note }) => note ?? []), ...records.map(({ holder }) => holder)]
  return [...new Set([...teams.map(({ name }) => name), ...people])].sort((a, b) => b.length - a.length)
}

/** Stands in for a name: not a letter, a number or markup. */
const NAME_MARK = '\u00a7'

function removeNames(text: string, names: readonly string[]): string {
  return names.reduce((rest, name) => (name === '' ? rest : rest.replaceAll(name, NAME_MARK)), text)
}

function numbersIn(text: string): string[] {
  return [...text.matchAll(/\d+(?:[.,]\d+)*/g)].map(([number]) =>
    number.replaceAll(',', '').replace(/^0+(?=\d)/, ''),
  )
}

const NUMBER_WORDS = ['three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Numbers in words, as digits. "One" and "two" are ordinary words, too. */
function numberWordsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return words.flatMap((word) => {
    if (
      [
        'thirteen',
        'fourteen',
        'fifteen',
        'twenty',
        'thirty',
        'forty',
        'fifty',
        'hundred',
        'thousand',
      ].includes(word)
    )
      return [word]
    const index = NUMBER_WORDS.indexOf(word)
    return index < 0 ? [] : [String(index + 3)]
  })
}

function containsName(text: string, name: string): boolean {
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'iu').test(text)
}

const ORDINARY = new Set(
  'I NFL TD TDs QB RB WR TE DST Week Weeks No Monday Tuesday Wednesday Thursday Friday Saturday Sunday Championship Semifinal Quarterfinal Playoffs Playoff'.split(
    ' ',
  ),
)

function inventedWord(text: string, source: string): string | undefined {
  const words = [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}'’-]*/gu)]
  return words
    .filter(({ index }) => !/(?:^|[.!?:;"“”()\n–—]\s*)$/u.test(text.slice(0, index)))
    .map(([word]) => word.replace(/['’]s?$/, ''))
    .find((word) => !ORDINARY.has(word) && !containsName(source, word))
}

/** Splits a paragraph into sentences. Periods in names and numbers do not end one. */
function sentencesOf(names: readonly string[]) {
  return (paragraph: string): string[] => {
    const marked = names.reduce(
      (text, name, index) => (name === '' ? text : text.replaceAll(name, `${NAME_MARK}${index}${NAME_MARK}`)),
      paragraph,
    )
    const restore = (text: string) =>
      text.replace(/\u00a7(\d+)\u00a7/g, (_, index: string) => names[Number(index)] ?? '')
    return marked.split(/(?<=[.!?])\s+/).map(restore)
  }
}

function isAboutTheSameFact(sentence: string, facts: RecapDocument, names: readonly string[]): boolean {
  const named = names.filter((name) => name !== '' && sentence.includes(name))
  if (named.length === 0) return true
  const about = [
    ...factTexts(facts),
    ...facts.story.flatMap(sentencesOf(names)),
    ...facts.lists.join('\n').split('\n'),
  ]
    .filter((fact) => named.some((name) => fact.includes(name)))
    .flatMap((fact) => numbersIn(removeNames(fact, names)))
  const known = new Set([...about, ...numbersIn(facts.title)])
  return numbersIn(removeNames(sentence, names)).every((number) => known.has(number))
}
