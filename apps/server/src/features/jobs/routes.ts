import { listLeagueJobs } from '@fieldhouse/contract/jobs'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { leagueOf } from '../../auth/access.ts'
import type { LeagueJobStore } from '../../jobs/league-job-store.ts'
import { presentJob } from './present.ts'

const MAX_JOBS = 10

export type JobsOptions = { store: Pick<LeagueJobStore, 'listNewest'> }

export const jobsRoutes: FastifyPluginAsyncZod<JobsOptions> = async (app, { store }) => {
  app.route({
    ...listLeagueJobs,
    async handler(request) {
      const jobs = await store.listNewest(leagueOf(request).id, MAX_JOBS)
      return { jobs: jobs.map(presentJob) }
    },
  })
}
