import { createPost } from '@fieldhouse/contract/feed/feed'
import { createProposal } from '@fieldhouse/contract/feed/items'
import { getHistory } from '@fieldhouse/contract/history/history'
import { HOUR_MS, MINUTE_MS } from '@fieldhouse/domain/duration'
import { drawPicture, type PictureName } from './draw-pictures.ts'
import type { DemoSite, DemoUsername, SiteClient } from './site-client.ts'

export async function seedFeed({ clients, leaguePath, clock }: DemoSite): Promise<void> {
  const history = getHistory.schema.response[200].parse(await clients.greta.get(`${leaguePath}/history/`))
  const champions = history.seasons.flatMap(({ champion }) => champion?.owner ?? champion?.name ?? [])
  const socialUrl = `${leaguePath}/social`
  const nowMs = clock.now().getTime()
  for (const item of DEMO_ITEMS) await addItem(item)

  async function addItem(item: DemoItem): Promise<void> {
    const at = new Date(nowMs - item.hoursAgo * HOUR_MS)
    await clock.set(at)
    const author = clients[item.by]
    switch (item.kind) {
      case 'post':
        return addPost(author, item, at)
      case 'proposal':
        return addProposal(author, item, at)
      case 'picture':
        return addPicture(author, item)
    }
  }

  async function addPost(author: SiteClient, item: DemoPost, at: Date): Promise<void> {
    const response = await author.post(`${socialUrl}/posts/`, { content: item.content })
    const url = `${socialUrl}/posts/${createPost.schema.response[200].parse(response).id}`
    if (item.isPinned === true) await author.post(`${url}/pin/`, {})
    for (const username of item.likedBy) await clients[username].post(`${url}/like/`, {})
    for (const { minutesAfter, by, body } of item.comments ?? []) {
      await clock.set(new Date(at.getTime() + minutesAfter * MINUTE_MS))
      await clients[by].post(`${url}/comments/`, { body })
    }
  }

  async function addProposal(author: SiteClient, item: DemoProposal, at: Date): Promise<void> {
    const { question, options: texts, isAnonymous: anonymous, closesAfterHours: hours, votes } = item
    const closes_at = hours === null ? null : new Date(at.getTime() + hours * HOUR_MS).toISOString()
    const response = await author.post(`${socialUrl}/proposals/`, {
      question,
      options: texts,
      anonymous,
      closes_at,
    })
    const { id, options } = createProposal.schema.response[200].parse(response)
    for (const [username, client] of Object.entries(clients)) {
      const option_id = options[votes[username as DemoUsername] ?? -1]?.id
      if (option_id !== undefined) await client.post(`${socialUrl}/proposals/${id}/vote/`, { option_id })
    }
  }

  async function addPicture(author: SiteClient, { picture }: DemoPicture): Promise<void> {
    const image = await drawPicture(picture, champions)
    await author.upload(`${socialUrl}/media/`, 'files', `${picture}.png`, image)
  }
}

type DemoPost = {
  kind: 'post'
  content: string
  likedBy: readonly DemoUsername[]
  comments?: readonly { minutesAfter: number; by: DemoUsername; body: string }[]
  isPinned?: boolean
}

type DemoProposal = {
  kind: 'proposal'
  question: string
  options: readonly string[]
  isAnonymous: boolean
  /** null when voting stays open. */
  closesAfterHours: number | null
  votes: Partial<Record<DemoUsername, number>>
}

type DemoPicture = { kind: 'picture'; picture: PictureName }

type DemoItem = { hoursAgo: number; by: DemoUsername } & (DemoPost | DemoProposal | DemoPicture)

/** The feed of the demo league, oldest first. `hoursAgo` counts back from the time of seeding. */
export const DEMO_ITEMS: readonly DemoItem[] = [
  {
    hoursAgo: 238,
    by: 'greta',
    kind: 'post',
    content:
      "Draft night recap for everyone who left early: the board is up in Hugo's barn, Dov finally paid last year's dues, and no, naming your kid after Ada does not get you her first-round pick.",
    likedBy: ['ada', 'hugo', 'nell'],
    comments: [
      { minutesAfter: 41, by: 'dov', body: 'Paid under protest.' },
      { minutesAfter: 47, by: 'hugo', body: 'You paid in quarters.' },
    ],
  },
  { hoursAgo: 237, by: 'hugo', kind: 'picture', picture: 'draft board' },
  {
    hoursAgo: 214,
    by: 'greta',
    kind: 'post',
    content:
      'House rules, one more time, and they are under Rules now: set your own lineup, trades are final unless both teams come to me, and last place brings dessert to the draft. No, ice is not dessert.',
    likedBy: ['ada', 'dov', 'ines'],
    comments: [
      { minutesAfter: 9, by: 'hugo', body: 'It was really good ice.' },
      { minutesAfter: 14, by: 'greta', body: 'It was gas station ice, Hugo.' },
    ],
  },
  { hoursAgo: 213, by: 'greta', kind: 'picture', picture: 'pennants' },
  {
    hoursAgo: 212,
    by: 'dov',
    kind: 'post',
    content:
      'Love the banners. Just want to point out who has the first two, and who lost both of those title games.',
    likedBy: ['hugo', 'ines'],
    comments: [
      {
        minutesAfter: 6,
        by: 'greta',
        body: '2012 and 2013. I know the years, Dov. Everyone knows the years.',
      },
      { minutesAfter: 9, by: 'ada', body: "Don't forget 2018. That one was Edie's." },
      {
        minutesAfter: 15,
        by: 'greta',
        body: "Three title games, zero rings. I run this league and I still can't win it.",
      },
      { minutesAfter: 18, by: 'nell', body: "That's how we know it isn't rigged." },
    ],
  },
  {
    hoursAgo: 190,
    by: 'nell',
    kind: 'post',
    content: "I don't have a team or a dollar in this, but let the record show I called that upset.",
    likedBy: ['ada', 'hugo', 'dov', 'greta'],
    comments: [{ minutesAfter: 31, by: 'dov', body: 'You call every upset. One was bound to hit.' }],
  },
  {
    hoursAgo: 166,
    by: 'ines',
    kind: 'proposal',
    question: "Where should we hold next year's draft?",
    options: ["Greta's dining room, like always", "Hugo's barn", 'A sports bar with a screen for everyone'],
    isAnonymous: true,
    closesAfterHours: 72,
    votes: { greta: 0, ada: 0, dov: 2, ines: 1, hugo: 0, nell: 2 },
  },
  {
    hoursAgo: 141,
    by: 'ada',
    kind: 'post',
    content: 'Waivers cleared. I just burned my top claim on a tight end. My first car had more touchdowns.',
    likedBy: ['hugo', 'ines', 'nell'],
    comments: [
      { minutesAfter: 22, by: 'hugo', body: "Who'd you drop?" },
      { minutesAfter: 26, by: 'ada', body: "You'll find out when he goes off against you." },
    ],
  },
  { hoursAgo: 118, by: 'dov', kind: 'picture', picture: 'chalkboard' },
  {
    hoursAgo: 117,
    by: 'dov',
    kind: 'post',
    content: 'My whole game plan is on that board. Nobody show Ada.',
    likedBy: ['greta', 'nell'],
    comments: [{ minutesAfter: 12, by: 'ada', body: 'Too late. What are the circles?' }],
  },
  {
    hoursAgo: 94,
    by: 'hugo',
    kind: 'proposal',
    question: 'Should a missed extra point cost a kicker a point?',
    options: ['Yes', 'No', 'Get rid of kickers'],
    isAnonymous: false,
    closesAfterHours: null,
    votes: { greta: 1, ada: 2, hugo: 0, dov: 2, ines: 1 },
  },
  {
    hoursAgo: 71,
    by: 'ines',
    kind: 'post',
    content:
      'Milo set our lineup while I was on a train. If we win, it was a team effort. If we lose, he has his own login and you can take it up with him.',
    likedBy: ['greta', 'ada', 'dov', 'hugo', 'nell'],
    comments: [{ minutesAfter: 44, by: 'greta', body: "Co-owners share the blame. It's in the rules." }],
  },
  {
    hoursAgo: 60,
    by: 'hugo',
    kind: 'post',
    content:
      "Still thinking about 2024: 104.18 to 103.27, and it came down to my kicker on Monday night. I can still hear it doink in off the upright. How've you been, Dov?",
    likedBy: ['greta', 'ada', 'ines', 'nell'],
    comments: [
      { minutesAfter: 3, by: 'dov', body: '0.91 points. I keep it on a card in my wallet.' },
      { minutesAfter: 5, by: 'ines', body: 'Cleo lost by 0.54 the next year and sent everyone soup.' },
      { minutesAfter: 21, by: 'dov', body: 'I am not sending anyone soup.' },
    ],
  },
  { hoursAgo: 47, by: 'ines', kind: 'picture', picture: 'evening' },
  { hoursAgo: 33, by: 'hugo', kind: 'picture', picture: 'tailgate' },
  {
    hoursAgo: 26,
    by: 'ada',
    kind: 'post',
    content:
      'Fifteen seasons in this league. The head-to-head comparison on the History tab says what I always knew about me and Hugo.',
    likedBy: ['ines', 'nell'],
    comments: [
      { minutesAfter: 8, by: 'hugo', body: "That's regular season only. I rest my case." },
      { minutesAfter: 11, by: 'nell', body: "There's a checkbox for playoffs, Hugo." },
      { minutesAfter: 13, by: 'hugo', body: 'I rest it even harder.' },
    ],
  },
  {
    hoursAgo: 22,
    by: 'greta',
    kind: 'proposal',
    question: 'Trade deadline: leave it where it is?',
    options: ['Leave it', 'Push it back a week'],
    isAnonymous: true,
    closesAfterHours: 336,
    votes: { greta: 0, dov: 1, nell: 0 },
  },
  {
    hoursAgo: 9,
    by: 'greta',
    kind: 'post',
    isPinned: true,
    content:
      'Look around: Matchup has the game that is on now, Standings → Playoff race the odds, More → Drafts the board, and History fifteen seasons.',
    likedBy: ['ada', 'nell'],
  },
  { hoursAgo: 5, by: 'greta', kind: 'picture', picture: 'trophy' },
  {
    hoursAgo: 3,
    by: 'greta',
    kind: 'post',
    content:
      'The trophy is polished. Check your lineups, watch the byes, and good luck to everyone except my opponent.',
    likedBy: ['ada', 'hugo', 'dov', 'ines'],
    comments: [
      { minutesAfter: 17, by: 'dov', body: 'Who do you have this week?' },
      { minutesAfter: 19, by: 'greta', body: "Haven't looked. It's the principle of the thing." },
    ],
  },
]
