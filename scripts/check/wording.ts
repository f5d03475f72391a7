import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../bootstrap/install.ts'

type Ban = { find: RegExp; use: string }

/**
 * Files that may contain banned words: the changelog, released migrations and the list of their names, and
 * this check.
 */
const EXEMPT = [
  /^CHANGELOG\.md$/,
  /^apps\/server\/src\/database\/migrations(?:\/|\.ts$)/,
  /^scripts\/check\/(?:wording|banned-words)/,
]

const DECLARED = /\b(?:function|const|let|class|type|interface)\s+(?<name>[A-Za-z_$][\w$]*)/g

/**
 * Returns one message per banned file name, declared name or phrase.
 * @param bans `names` for file names and declared names in code, each matched against the whole name;
 *   `phrases` for any text, code included
 */
export function wordingViolations(
  files: readonly TextFile[],
  { names, phrases }: { names: readonly Ban[]; phrases: readonly Ban[] },
) {
  // Almost no file contains any phrase, so one search for all of them is enough.
  const anyPhrase = Object.entries(Object.groupBy(phrases, ({ find }) => find.flags)).map(
    ([flags, bans = []]) => new RegExp(bans.map(({ find }) => `(?:${find.source})`).join('|'), flags),
  )
  const knownNames = new Map<string, readonly Ban[]>()
  const bansOf = (name: string) => {
    const bans = knownNames.get(name) ?? names.filter(({ find }) => find.test(name))
    knownNames.set(name, bans)
    return bans
  }
  return files
    .filter(({ file }) => EXEMPT.every((exempt) => !exempt.test(file)))
    .flatMap((each) => [
      ...(isCode(each) ? nameViolations(each, bansOf) : []),
      ...(anyPhrase.some((phrase) => phrase.test(each.text))
        ? phrases.flatMap((ban) => phraseViolations(each, ban))
        : []),
    ])
}

function nameViolations({ file, text }: TextFile, bansOf: (name: string) => readonly Ban[]) {
  const baseName = (file.split('/').at(-1) ?? '').replace(/\..*$/, '')
  const declared = [...text.matchAll(DECLARED)].map(({ groups, index }) => ({
    name: groups?.['name'] ?? '',
    index,
  }))
  return [{ name: baseName, index: 0 }, ...declared].flatMap(({ name, index }) =>
    bansOf(name).map(({ use }) => `${file}:${lineAt(text, index)}: the name "${name}": use ${use}.`),
  )
}

function phraseViolations({ file, text }: TextFile, { find, use }: Ban) {
  return [...text.matchAll(new RegExp(find.source, `${find.flags}g`))].map(
    (match) => `${file}:${lineAt(text, match.index)}: "${match[0]}": use ${use}.`,
  )
}

function lineAt(text: string, index: number) {
  return text.slice(0, index).split('\n').length
}

export type TextFile = {
  /** Relative to the root. */
  file: string
  text: string
}

const FOLDERS = ['apps', 'packages', 'scripts', 'tools', 'e2e', 'docs']
const TEXT = /\.(?:ts|tsx|mjs|css|html|md|json|jsonc)$/
const CODE = /\.(?:ts|tsx|mjs)$/
/** A table of cases is as long as it has cases. */
const TESTS = /\.(?:test|spec)\.tsx?$|\/testing\/|^e2e\//
const MAX_LINES = 500

/** Reads each text file of the repository once. `paths` contains the other files, too. */
export function readTextFiles(root: string): { files: TextFile[]; paths: Set<string> } {
  const topLevel = readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() && !entry.name.startsWith('.') ? [entry.name] : [],
  )
  const paths = listFiles(root, [...FOLDERS, ...topLevel], { withTests: true })
  const files = paths
    .filter((file) => TEXT.test(file) && file !== 'package-lock.json')
    .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  return { files, paths: new Set(paths) }
}

export const isCode = ({ file }: TextFile): boolean => CODE.test(file)

export function lengthViolations(files: readonly TextFile[]): string[] {
  return files
    .filter((each) => isCode(each) && !TESTS.test(each.file))
    .map(({ file, text }) => ({ file, lines: text.split('\n').length - 1, hasComment: /^\/[*/]/.test(text) }))
    .filter(({ lines, hasComment }) => lines > MAX_LINES && !hasComment)
    .map(({ file, lines }) => `${file} has ${lines} lines: divide it, or say why in a comment at its top.`)
}

export const BANNED_NAMES: readonly Ban[] = [
  // Server
  { find: /^(?:kept|keep)(?=$|[A-Z-])|(?:Kept|-kept)(?=$|[A-Z-])/, use: 'cached, stored or saved' },
  { find: /KEPT|_KNOWN$/, use: 'CACHE_TTL or MAX_ENTRIES' },
  { find: /(?:^|_)(?:MOST|LEAST)(?:_|$)/, use: 'MAX or MIN' },
  { find: /^(?:sendAgain|holdsWhile|holdsUntil)$/, use: 'serveCached, revalidate or cacheExpiresAt' },
  { find: /^(?:answer-form|inForm)$/, use: 'content-encoding, encodeBody' },
  {
    find: /^(?:lately|sharedQuestion|shared-question|readAhead|read-ahead)$/,
    use: 'memoizeFor, coalesce or prefetcher',
  },
  { find: /^(?:closing|refuseWhileClosing)$/, use: 'shutdown, rejectDuringShutdown' },
  { find: /^(?:server-date|tellTheTime)$/, use: 'date-header, sendServerDate' },
  { find: /seal|Seal/, use: 'encrypt, Cipher' },
  { find: /^followTheKey$/, use: 'rotateSecretKey' },
  { find: /^(?:Caller|callerOf|callers?)$/, use: 'CurrentUser, currentUser' },
  {
    find: /^(?:answerError|answerBrokenRequest|sendSafetyHeaders|guardAgainstForgery|decideAccess)$/,
    use: 'sendError, handleClientError, registerSecurityHeaders, registerCsrf, registerAuthorization',
  },
  {
    find: /^(?:attempt-limiter|attemptLimiter|tries|triesOn|forgiveTries)$/,
    use: 'rate-limiter, rateLimits',
  },
  {
    find: /^(?:user-named|userNamed|known-owner|knownOwner|existing)$/,
    use: 'requireUser, requireOwner, orThrow',
  },
  { find: /^(?:act|acts|Act|Acts)(?:$|[A-Z-])|^recordAct$/, use: 'audit entry' },
  { find: /^(?:doer|deed|decider)/i, use: 'Actor, AuditContext' },
  { find: /[Ll]eagueTurn|league-turn|^Turn$|^takeTurn$/, use: 'lockLeague, Mutex' },
  {
    find: /^(?:no-lease|giveBack|later-after|laterAfter|back-off|backOff|waiting)$/,
    use: 'lease-expired, release, retryDelay, backoff, timers',
  },
  {
    find: /^(?:silence|Silence|patience|Patience|pulse|Pulse)$/,
    use: 'connection-timeout, TimeoutOptions, connection-probe',
  },
  {
    find: /^(?:snapshot-versions|snapshotVersions|late-keys|lateKeys|counted-ids|countedIds)$/,
    use: 'postgres-data-version, deferred-constraints, sequences',
  },
  {
    find: /^(?:answer-store|answerStore|RawAnswer|packAnswers|keepWeek\w*)$/,
    use: 'provider-response-store, RawResponse, compressResponses, saveWeek',
  },
  {
    find: /^(?:touchHistory|dropReplaced|noteFailure|writeDown)$/,
    use: 'bumpHistoryVersion, deleteSuperseded, recordFailure, recordAudit',
  },
  { find: /intake|Intake/, use: 'ingestion' },
  {
    find: /^(?:outside|Outside|outer)(?:$|[A-Z-])|OutsideData|outside-data/,
    use: 'external data, integrations',
  },
  { find: /^(?:follow-ups|followUps|readWhatIsDue)$/, use: 'post-refresh-fetch, refreshStale' },
  { find: /^(?:sentences?|sentenceFor)$|[a-z]Sentences?$|-sentences?$/, use: 'messages, messageFor' },
  { find: /^(?:noteLooks|audience)$/, use: 'recordViews, activeLeagues' },
  {
    find: /happening|Happening|[Tt]oldLeague|told-league|dueInLeagues|due-in-leagues/,
    use: 'notification-queries, notification-recipients',
  },
  { find: /^letters?$|Letter$|-letter$|^Outbox$|^outbox$/, use: 'email, mail queue' },
  {
    find: /^(?:postOnce|post-once|Posted|REAL_WORLD|real-world)$/,
    use: 'postJson, DeliveryResult, systemClock',
  },
  { find: /^(?:tidy|askEither|rawOf)$/, use: 'normalizeWhitespace, fetchWithFallback, toRawResponse' },
  { find: /[Bb]allot/, use: 'anonymous vote' },
  {
    find: /^(?:item-head|itemHead|post-parts|postParts|medium|Medium)$/,
    use: 'feed-item, post-details, media',
  },
  {
    find: /^(?:at-console|atConsole|in-words|inWords|answer-lines|answerLines)$/,
    use: 'run-as-admin, parse-words, format-output',
  },
  {
    find: /^(?:furnish|talk|write-affairs|writeAffairs|cast)$/,
    use: 'seed, seed-posts, seed-activity, seed-users',
  },
  { find: /^Answer$|^AnswerOf$|^answered$/, use: 'Response, ResponseOf' },
  // Domain
  { find: /[a-z]Books$|-books$|^checkBooks$/, use: 'consistency' },
  { find: /^(?:wealth|whyKept)$/, use: 'completeness, rejectionReason' },
  { find: /[Ll]ineUp|line-up|LINE_UP|[Cc]utOff|cut-off|CUT_OFF/, use: 'lineup, cutoff' },
  {
    find: /^(?:payer|foldName|placed-season|placedSeason|PlacedSeason)$/,
    use: 'whoPays, normalizeName, ranked-season',
  },
  // Web
  { find: /^(?:call|CallError|call-error)$/, use: 'apiClient, ApiError' },
  { find: /^(?:reach|useReach|isLost)$/, use: 'connectivity, useConnectivity, isOffline' },
  {
    find: /^(?:Place|place|usePlace|go|useOpened)$/,
    use: 'Location, useLocation, navigate, useHistoryOverlay',
  },
  {
    find: /^(?:Finder|Tick|Fold|Sheet|Changing|finder|tick|fold|sheet|changing)$/,
    use: 'Combobox, Checkbox, Disclosure, Dialog, HighlightOnChange',
  },
  { find: /^useRested$/, use: 'useDebouncedValue' },
  { find: /^foresee$/, use: 'optimisticUpdate' },
  { find: /On(?:Its|Their)Way$/, use: 'pending…' },
  { find: /^limited$/, use: 'the p-limit package' },
  { find: /^(?:wording|game-words|season-words|gameWords|seasonWords)$/, use: 'labels, format' },
  {
    find: /^(?:load-ahead|loadAhead|missing-parts|crash-box|CrashBox|bulletins?|Bulletins?)$/,
    use: 'preload, chunk-errors, error-fallback, banners',
  },
  {
    find: /^(?:arrangement|personal|era|learnWho|serveShell)$/,
    use: 'feed-order, user-storage, generation, identifyUser, precacheApp',
  },
  // Scripts and tests
  { find: /^(?:rivals|drills?|gallery)$/, use: 'baselines, chaos, screenshots' },
  {
    find: /^(?:tally|Tally|fingerprint|stamp|unstamp|say|Refusal|breaches)$/,
    use: 'test-summary, content-hash, marker, log, UserError, violations',
  },
  {
    find: /^(?:post-office|postOffice|message-box|messageBox|awkward-rows|awkwardRows|drop-rested|a-gate|aGate|stand-in\S*|standIn\w*)$/,
    use: 'push-server, webhook-receiver, edge-case-rows, close-pools, barrier, fake-server',
  },
  { find: /^(?:house|world|visitor)$/, use: 'fixture, testApp, client' },
]

/** In any text: comments, test titles, logs, messages, screens, documents. */
export const BANNED_PHRASES: readonly Ban[] = [
  // American English and the sport's spelling
  // 'line-ups' in quotes is the stored name of a part of the archive.
  { find: /(?<!')\bline-ups?\b|\bline-ups?\b(?!')/i, use: 'lineup' },
  { find: /\bcut-offs?\b/i, use: 'cutoff' },
  { find: /\b(?:colour|favour|honour|neighbour|behaviour|rumour|labour)/i, use: 'the American spelling' },
  {
    find: /\b(?:authoris|organis|recognis|normalis|initialis|serialis|summaris|minimis|maximis|optimis)(?:e|ed|es|ing|ation)\b/i,
    use: 'the American spelling',
  },
  {
    find: /\b(?:cancelling|labelled|labelling|travelled|modelled|catalogue|grey|centre|licence|e-mail)\b/i,
    use: 'the American spelling',
  },
  { find: /\bunder way\b/i, use: 'in progress' },
  // 'cancelled' in quotes is a stored status.
  { find: /(?<!')\bcancelled\b(?!:)/i, use: 'canceled' },
  // Logs
  { find: /\ba defect\b|\bdefect of ours\b/i, use: 'unhandled error, bug' },
  { find: /\ba job is done\b|\bcould not be lengthened\b/i, use: 'job completed, failed to renew' },
  // Turns of phrase
  { find: /\bstands? here\b/i, use: 'a plain verb' },
  { find: /(?<!a link is )\bon (?:its|their) way\b/i, use: 'pending, in progress' },
  { find: /\bthere is no such\b/i, use: 'not found' },
  {
    find: /\bis told (?:of|that|when|by|in)\b|\bare told\b|\bto be told\b|\bbe told\b|\bis told\b/i,
    use: 'is notified, receives, is reported',
  },
  { find: /\bwhoever\b/i, use: 'the subject by its name' },
  { find: /\bletters? (?:is|are|was) (?:not )?sent\b|\bby letter\b/i, use: 'email' },
  { find: /\bin the books\b|\bkept sealed\b|\bsealed\b/i, use: 'stored, encrypted' },
  // Screens, emails and recaps
  { find: /\bwin chance\b/i, use: 'win probability' },
  { find: /\bpoints a game\b/i, use: 'PPG' },
  { find: /\bwin share\b/i, use: 'win %' },
  { find: /\bseasons won\b/i, use: 'championships' },
  { find: /\bleague's mean\b|\bleague's mean\b/i, use: 'league average' },
  { find: /\bTable so far\b|\bFinal table\b|\bWho is in it\b/, use: 'standings, teams' },
  { find: /\bAs a table\b/, use: 'View as table' },
  { find: /\bis known to have won\b/i, use: 'champion unknown' },
  { find: /\bIt takes two owners\b|\bNobody to compare\b/, use: 'You need at least two managers to compare' },
  {
    find: /\bCounts for no record\b|\bLeave out of the records\b|\bLet it count again\b/,
    use: 'exclude from records',
  },
  { find: /\bTry fewer letters\b/, use: 'Try a shorter search' },
  {
    find: /\bis on \{?team\}? the parlay\b|\bCame back\b|\bPaid by\b|\bWho paid\b/,
    use: "returned, covered by, who's paid",
  },
  { find: /\bWithout a pick\b/, use: 'missed' },
  { find: /\bNobody has said anything\b/, use: 'No posts yet' },
  { find: /\bShow all of it\b|\bBeing made ready\b/, use: 'Show more, Processing…' },
  {
    find: /\bChoose a time to come\b|\bLeft empty\b|\bThat was a lot at once\b/,
    use: 'a text in the voice of the product',
  },
  { find: /\bhas a bye\b/, use: 'is on bye' },
  { find: /\bBy the clocks of\b/, use: 'the name of the time zone' },
  {
    find: /\bThis server sends no mail\b|\bReset links go there\b|\bA new address needs it\b/,
    use: "Email isn't set up on this site",
  },
  {
    find: /\bAsk, and an admin decides\b|\basks to join\b|\bis no member of\b/,
    use: 'wants to join, was removed from',
  },
  { find: /\bThe last good data stay\b|\bESPN asks for fewer requests\b/, use: 'Showing the last good data' },
  { find: /\bRecord of Acts\b/i, use: 'Activity Log' },
  {
    find: /\bWiden the filters\b|\bType less of the name\b|\bLooking what runs\b/,
    use: 'Clear filters, Try a shorter name',
  },
  { find: /\bNothing of that kind was done\b|\bYou run no league\b/, use: 'No matching entries' },
  { find: /\bThis device will be told\b/, use: 'Notifications are on for this device' },
  {
    find: /\bThat item is gone\b|\bThe form is damaged\b|\bbreaks off\b/,
    use: 'That post was deleted, the upload is incomplete',
  },
  {
    find: /\bA new version is here\b|\bThis is as of\b|\bChange sides\b/,
    use: 'New version available, Swap',
  },
]
