import type { DemoUsername } from './demo-users.ts'
import type { PictureName } from './draw-picture.ts'

type DemoComment = { minutesAfter: number; by: DemoUsername; body: string }

export type DemoPost = {
  kind: 'post'
  content: string
  likedBy: readonly DemoUsername[]
  comments?: readonly DemoComment[]
  isPinned?: boolean
}

export type DemoProposal = {
  kind: 'proposal'
  question: string
  options: readonly string[]
  isAnonymous: boolean
  /** null where voting stays open. */
  closesAfterHours: number | null
  /** Which of the options each chose, from 0. */
  votes: Partial<Record<DemoUsername, number>>
}

export type DemoPicture = { kind: 'picture'; picture: PictureName }

/** Something that was said, and how long before the demo is furnished. */
export type DemoItem = { hoursAgo: number; by: DemoUsername } & (DemoPost | DemoProposal | DemoPicture)

/** What the demo league talks about, oldest first. */
export const DEMO_ITEMS: readonly DemoItem[] = [
  {
    hoursAgo: 238,
    by: 'greta',
    kind: 'post',
    content:
      'The minutes of the draft supper, for whoever left early: the board is hung in Hugo’s barn, Dov paid for last year, and nobody may trade for Ada’s first pick by naming a child after her.',
    likedBy: ['ada', 'hugo', 'nell'],
    comments: [
      { minutesAfter: 41, by: 'dov', body: 'I paid under protest.' },
      { minutesAfter: 47, by: 'hugo', body: 'You paid in coins.' },
    ],
  },
  { hoursAgo: 237, by: 'hugo', kind: 'picture', picture: 'draft board' },
  {
    hoursAgo: 214,
    by: 'greta',
    kind: 'post',
    isPinned: true,
    content:
      'House rules, again: line-ups are yours to set, trades stand unless both sides ask me, and whoever finishes last brings dessert to the draft. No, ice does not count.',
    likedBy: ['ada', 'dov', 'ines'],
    comments: [
      { minutesAfter: 9, by: 'hugo', body: 'It was very good ice.' },
      { minutesAfter: 14, by: 'greta', body: 'It was a bag of ice, Hugo.' },
    ],
  },
  { hoursAgo: 213, by: 'greta', kind: 'picture', picture: 'pennants' },
  {
    hoursAgo: 212,
    by: 'dov',
    kind: 'post',
    content:
      'A fine wall. May I point out whose color hangs there first, and second, and whose was in the other half of both finals?',
    likedBy: ['hugo', 'ines'],
    comments: [
      {
        minutesAfter: 6,
        by: 'greta',
        body: '2012 and 2013. I know the dates, Dov. Everybody knows the dates.',
      },
      { minutesAfter: 9, by: 'ada', body: 'And 2018, but that one was Edie’s.' },
      { minutesAfter: 15, by: 'greta', body: 'Three finals, no cup. I run this league and I cannot win it.' },
      { minutesAfter: 18, by: 'nell', body: 'That is how we know it is fair.' },
    ],
  },
  {
    hoursAgo: 190,
    by: 'nell',
    kind: 'post',
    content: 'I have no team and no stake, and I would still like it noted that I called that upset.',
    likedBy: ['ada', 'hugo', 'dov', 'greta'],
    comments: [{ minutesAfter: 31, by: 'dov', body: 'You called all of them.' }],
  },
  {
    hoursAgo: 166,
    by: 'ines',
    kind: 'proposal',
    question: 'Where does the draft supper go next year?',
    options: ['Greta’s long table, as ever', 'The barn at Hugo’s', 'Somewhere with a screen for each of us'],
    isAnonymous: true,
    closesAfterHours: 72,
    votes: { greta: 0, ada: 0, dov: 2, ines: 1, hugo: 0, nell: 2 },
  },
  {
    hoursAgo: 141,
    by: 'ada',
    kind: 'post',
    content:
      'Waivers ran. I have spent more on a tight end than on my first bicycle, and the bicycle had more touches.',
    likedBy: ['hugo', 'ines', 'nell'],
    comments: [
      { minutesAfter: 22, by: 'hugo', body: 'Who did you drop?' },
      { minutesAfter: 26, by: 'ada', body: 'You will see when he scores against you.' },
    ],
  },
  { hoursAgo: 118, by: 'dov', kind: 'picture', picture: 'chalkboard' },
  {
    hoursAgo: 117,
    by: 'dov',
    kind: 'post',
    content: 'My whole plan for the week is on that board. Please do not show it to Ada.',
    likedBy: ['greta', 'nell'],
    comments: [{ minutesAfter: 12, by: 'ada', body: 'Too late. What are the circles?' }],
  },
  {
    hoursAgo: 94,
    by: 'hugo',
    kind: 'proposal',
    question: 'Should a missed extra point cost a kicker one point?',
    options: ['Yes', 'No', 'Let us do away with kickers'],
    isAnonymous: false,
    closesAfterHours: null,
    votes: { greta: 1, ada: 2, hugo: 0, dov: 2, ines: 1 },
  },
  {
    hoursAgo: 71,
    by: 'ines',
    kind: 'post',
    content:
      'Milo set our line-up while I was on a train. If we win it was a joint decision. If not, he has his own account and can answer for himself.',
    likedBy: ['greta', 'ada', 'dov', 'hugo', 'nell'],
    comments: [{ minutesAfter: 44, by: 'greta', body: 'Co-owners share the blame. It is in the rules.' }],
  },
  {
    hoursAgo: 60,
    by: 'hugo',
    kind: 'post',
    content:
      'I was thinking of 2024 again: 104.18 to 103.27. I had the kicker on Monday night. I still hear the upright. Dov, how are you?',
    likedBy: ['greta', 'ada', 'ines', 'nell'],
    comments: [
      { minutesAfter: 3, by: 'dov', body: 'Ninety-one hundredths. I have it on a card in my wallet.' },
      { minutesAfter: 5, by: 'ines', body: 'Cleo lost by 0.54 the year after and sent everybody soup.' },
      { minutesAfter: 21, by: 'dov', body: 'I am not sending anybody soup.' },
    ],
  },
  { hoursAgo: 47, by: 'ines', kind: 'picture', picture: 'evening' },
  { hoursAgo: 33, by: 'hugo', kind: 'picture', picture: 'tailgate' },
  {
    hoursAgo: 26,
    by: 'ada',
    kind: 'post',
    content:
      'Fifteen seasons in this league. The comparison on the History tab says what I always knew about Hugo and me.',
    likedBy: ['ines', 'nell'],
    comments: [
      { minutesAfter: 8, by: 'hugo', body: 'It counts the regular season only. I rest my case.' },
      { minutesAfter: 11, by: 'nell', body: 'There is a tick box for playoffs, Hugo.' },
      { minutesAfter: 13, by: 'hugo', body: 'I rest it even more.' },
    ],
  },
  {
    hoursAgo: 22,
    by: 'greta',
    kind: 'proposal',
    question: 'Trade deadline: keep it where it is?',
    options: ['Keep it', 'One week later'],
    isAnonymous: true,
    closesAfterHours: 336,
    votes: { greta: 0, dov: 1, nell: 0 },
  },
  { hoursAgo: 5, by: 'greta', kind: 'picture', picture: 'trophy' },
  {
    hoursAgo: 3,
    by: 'greta',
    kind: 'post',
    content:
      'The cup is polished. Check your line-ups, mind the byes, and good luck to everyone but my opponent.',
    likedBy: ['ada', 'hugo', 'dov', 'ines'],
    comments: [
      { minutesAfter: 17, by: 'dov', body: 'Who is it this week?' },
      { minutesAfter: 19, by: 'greta', body: 'I have not looked. It is the principle.' },
    ],
  },
]
