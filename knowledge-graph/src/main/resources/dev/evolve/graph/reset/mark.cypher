MERGE (:GraphReset {name: 'reset'})
