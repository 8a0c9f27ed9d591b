import { Box, Button, Typography } from '@mui/material';
import { parameterOf } from '@supreme-access/contract/parameters.js';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Choice, Choices } from '../ui/Choice.js';
import { instant } from '../ui/format.js';
import { Mono } from '../ui/Mono.js';
import { PageHead } from '../ui/PageHead.js';
import { Refusal } from '../ui/Refusal.js';
import { EventFilters } from './EventFilters.js';
import { EventRows } from './EventRows.js';
import { paramsOf, queryOf } from './event-query.js';
import { type EventQuery, eventsApi } from './events-api.js';
import { LiveEvents } from './LiveEvents.js';
import { TimeAxis } from './TimeAxis.js';

const [ROWS_BEFORE_ASKING, PAGES_BEFORE_ASKING] = [50, 30];

export function EventsPage() {
  const [params, setParams] = useSearchParams();
  const query = useMemo(() => queryOf(params), [params]);
  const isLive = parameterOf(params, 'live') === 'on';
  const show = (next: EventQuery, live = isLive) => setParams(paramsOf(next, live));
  const { order: _, ...newest } = query;
  return (
    <>
      <PageHead title="Events" />
      <EventFilters
        key={paramsOf(query, false).toString()}
        query={query}
        onFilter={(next) => show({ ...next, order: query.order })}
      />
      {!isLive && <TimeAxis query={query} onRange={(range) => show({ ...query, ...range })} />}
      <Choices label="Order">
        <Choice chosen={!isLive && query.order === undefined} onClick={() => show(newest, false)}>
          Newest first
        </Choice>
        <Choice chosen={!isLive && query.order === 'log'} onClick={() => show({ ...query, order: 'log' }, false)}>
          Oldest first
        </Choice>
        <Choice chosen={isLive} onClick={() => show(newest, true)}>
          Live
        </Choice>
      </Choices>
      {isLive ? <LiveEvents key={params.toString()} query={query} /> : <FoundEvents query={query} />}
    </>
  );
}

function FoundEvents({ query }: { query: EventQuery }) {
  const { data, error, isFetching, isPending, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: ['events', query],
    queryFn: ({ pageParam, signal }) => eventsApi.search(query, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const pages = data?.pages ?? [];
  const events = pages.flatMap((page) => page.events);
  const isShort = hasNextPage && !error && pages.length < PAGES_BEFORE_ASKING && events.length < ROWS_BEFORE_ASKING;
  useEffect(() => {
    if (isShort && !isFetching) void fetchNextPage();
  }, [isShort, isFetching, fetchNextPage]);
  const searched = pages.reduce((sum, page) => sum + page.searched, 0);
  const to = pages.findLast((page) => page.searchedTo !== null)?.searchedTo;
  return (
    <Box sx={{ pt: 1 }}>
      <Refusal error={error} />
      <EventRows events={events} />
      {!isPending && !hasNextPage && events.length === 0 && !error && (
        <Typography role="status" sx={{ borderTop: 1, borderColor: 'text.primary', py: 3 }}>
          no data on response
        </Typography>
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, py: 2 }}>
        <Typography role="status" sx={{ color: 'text.secondary' }}>
          {isFetching && 'Searching… '}
          {!isFetching && !hasNextPage && events.length > 0 && 'No more events. '}
          {to && (
            <>
              {query.order === 'log' ? 'Searched up to ' : 'Searched back to '}
              <Mono>{instant(to)}</Mono> (<Mono>{searched}</Mono> events).
            </>
          )}
        </Typography>
        {hasNextPage && !isShort && (
          <Button variant="outlined" disabled={isFetching} onClick={() => void fetchNextPage()}>
            Search further
          </Button>
        )}
      </Box>
    </Box>
  );
}
