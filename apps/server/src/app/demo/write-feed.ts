import { createPost } from '@fieldhouse/contract/feed'
import { getHistory } from '@fieldhouse/contract/history'
import { createProposal } from '@fieldhouse/contract/proposals'
import type { DemoUsername } from './demo-people.ts'
import type { DemoSite } from './demo-site.ts'
import { drawPicture } from './draw-picture.ts'
import type { PageVisitor } from './page-visitor.ts'
import { type DemoPicture, type DemoPost, type DemoProposal, TALK, type Talk } from './talk.ts'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

/** Lets the league talk over the last days, as its members’ browsers would. */
export async function writeFeed({ visitors, league, clock }: DemoSite): Promise<void> {
  const history = getHistory.schema.response[200].parse(await visitors.greta.get(`${league}/history/`))
  const champions = history.seasons.flatMap(({ champion }) => champion?.owner ?? champion?.name ?? [])
  const social = `${league}/social`
  const until = clock.now().getTime()
  try {
    for (const talk of TALK) await say(talk)
  } finally {
    clock.reset()
  }

  async function say(talk: Talk): Promise<void> {
    const at = new Date(until - talk.hoursAgo * HOUR_MS)
    clock.set(at, 0)
    const author = visitors[talk.by]
    switch (talk.kind) {
      case 'post':
        return post(author, talk, at)
      case 'proposal':
        return propose(author, talk, at)
      case 'picture':
        return show(author, talk)
    }
  }

  async function post(author: PageVisitor, talk: DemoPost, at: Date): Promise<void> {
    const answer = await author.post(`${social}/posts/`, { content: talk.content })
    const url = `${social}/posts/${createPost.schema.response[200].parse(answer).id}`
    if (talk.isPinned === true) await author.post(`${url}/pin/`, {})
    for (const username of talk.likedBy) await visitors[username].post(`${url}/like/`, {})
    for (const { minutesAfter, by, body } of talk.remarks ?? []) {
      clock.set(new Date(at.getTime() + minutesAfter * MINUTE_MS), 0)
      await visitors[by].post(`${url}/comments/`, { body })
    }
  }

  async function propose(author: PageVisitor, talk: DemoProposal, at: Date): Promise<void> {
    const { question, options: texts, isAnonymous: anonymous, closesAfterHours: hours, votes } = talk
    const closes_at = hours === null ? null : new Date(at.getTime() + hours * HOUR_MS).toISOString()
    const answer = await author.post(`${social}/proposals/`, {
      question,
      options: texts,
      anonymous,
      closes_at,
    })
    const { id, options } = createProposal.schema.response[200].parse(answer)
    for (const [username, visitor] of Object.entries(visitors)) {
      const option_id = options[votes[username as DemoUsername] ?? -1]?.id
      if (option_id !== undefined) await visitor.post(`${social}/proposals/${id}/vote/`, { option_id })
    }
  }

  async function show(author: PageVisitor, { picture }: DemoPicture): Promise<void> {
    const drawn = await drawPicture(picture, champions)
    await author.upload(`${social}/media/`, 'files', `${picture}.png`, drawn)
  }
}
