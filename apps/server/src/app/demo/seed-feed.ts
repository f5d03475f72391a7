import { createPost } from '@fieldhouse/contract/feed'
import { getHistory } from '@fieldhouse/contract/history'
import { createProposal } from '@fieldhouse/contract/proposals'
import type { DemoSite } from './demo-site.ts'
import type { DemoUsername } from './demo-users.ts'
import { drawPicture } from './draw-picture.ts'
import type { PageClient } from './page-client.ts'
import {
  DEMO_ITEMS,
  type DemoItem,
  type DemoPicture,
  type DemoPost,
  type DemoProposal,
} from './seed-posts.ts'

const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

/** Lets the league talk over the last days, as its members’ browsers would. */
export async function seedFeed({ clients, league, clock }: DemoSite): Promise<void> {
  const history = getHistory.schema.response[200].parse(await clients.greta.get(`${league}/history/`))
  const champions = history.seasons.flatMap(({ champion }) => champion?.owner ?? champion?.name ?? [])
  const social = `${league}/social`
  const until = clock.now().getTime()
  try {
    for (const talk of DEMO_ITEMS) await addItem(talk)
  } finally {
    clock.reset()
  }

  async function addItem(talk: DemoItem): Promise<void> {
    const at = new Date(until - talk.hoursAgo * HOUR_MS)
    clock.set(at, 0)
    const author = clients[talk.by]
    switch (talk.kind) {
      case 'post':
        return addPost(author, talk, at)
      case 'proposal':
        return addProposal(author, talk, at)
      case 'picture':
        return addPicture(author, talk)
    }
  }

  async function addPost(author: PageClient, talk: DemoPost, at: Date): Promise<void> {
    const answer = await author.post(`${social}/posts/`, { content: talk.content })
    const url = `${social}/posts/${createPost.schema.response[200].parse(answer).id}`
    if (talk.isPinned === true) await author.post(`${url}/pin/`, {})
    for (const username of talk.likedBy) await clients[username].post(`${url}/like/`, {})
    for (const { minutesAfter, by, body } of talk.comments ?? []) {
      clock.set(new Date(at.getTime() + minutesAfter * MINUTE_MS), 0)
      await clients[by].post(`${url}/comments/`, { body })
    }
  }

  async function addProposal(author: PageClient, talk: DemoProposal, at: Date): Promise<void> {
    const { question, options: texts, isAnonymous: anonymous, closesAfterHours: hours, votes } = talk
    const closes_at = hours === null ? null : new Date(at.getTime() + hours * HOUR_MS).toISOString()
    const answer = await author.post(`${social}/proposals/`, {
      question,
      options: texts,
      anonymous,
      closes_at,
    })
    const { id, options } = createProposal.schema.response[200].parse(answer)
    for (const [username, visitor] of Object.entries(clients)) {
      const option_id = options[votes[username as DemoUsername] ?? -1]?.id
      if (option_id !== undefined) await visitor.post(`${social}/proposals/${id}/vote/`, { option_id })
    }
  }

  async function addPicture(author: PageClient, { picture }: DemoPicture): Promise<void> {
    const drawn = await drawPicture(picture, champions)
    await author.upload(`${social}/media/`, 'files', `${picture}.png`, drawn)
  }
}
