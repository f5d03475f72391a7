import { listLeagueJobs } from '@fieldhouse/contract/jobs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../http/access.ts'
import type { LeagueJobStore } from '../../jobs/league-job-store.ts'
import { presentJob } from './present.ts'

const SHOWN = 10

export type JobsOptions = { store: Pick<LeagueJobStore, 'newestOf'> }

export const jobsRoutes: FastifyPluginAsyncZod<JobsOptions> = async (app, { store }) => {
  app.route({
    ...listLeagueJobs,
    async handler(request) {
      const jobs = await store.newestOf(leagueOf(request).id, SHOWN)
      return { jobs: jobs.map(presentJob) }
    },
  })
}
